/** First in, first out. An array's `shift` moves all other items, which is slow with thousands. */
export class Queue<Item> {
  #items: Item[] = [];
  #first = 0;

  get size(): number {
    return this.#items.length - this.#first;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** @throws RangeError when there is none. */
  shift(): Item {
    const item = this.#items[this.#first];
    if (item === undefined) throw new RangeError("The queue is empty.");
    this.#first += 1;
    if (this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}
