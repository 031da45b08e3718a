/** A key by its number, and what it is ranked by. */
export interface Ranked {
  readonly number: number;
  readonly value: number;
}

/** A heap whose first item is the one that all others stand before. */
export class WorstFirst {
  readonly #items: Ranked[] = [];
  readonly #isBefore: (a: Ranked, b: Ranked) => boolean;

  constructor(isBefore: (a: Ranked, b: Ranked) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get worst(): Ranked | undefined {
    return this.#items[0];
  }

  add(item: Ranked): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as Ranked;
      if (!this.#isBefore(above, item)) break;
      items[at] = above;
      items[parent] = item;
      at = parent;
    }
  }

  replaceWorst(item: Ranked): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#isBefore(items[child] as Ranked, items[child + 1] as Ranked)) child += 1;
      const below = items[child] as Ranked;
      if (!this.#isBefore(item, below)) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }

  bestFirst(): Ranked[] {
    return this.#items.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1));
  }
}
