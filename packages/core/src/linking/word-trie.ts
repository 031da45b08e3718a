const EMPTY = -1;
const LOAD_FACTOR = 0.6;

/**
 * A trie of word sequences in flat arrays: words are numbers, and one open-addressing table maps (node, word) to the
 * next node. A Map per node would need ten times the memory for large reference tables.
 */
export class WordTrie {
  readonly #wordIds = new Map<string, number>();
  #nodes: Int32Array = new Int32Array(1 << 12).fill(EMPTY);
  #words: Int32Array = new Int32Array(1 << 12);
  #targets: Int32Array = new Int32Array(1 << 12);
  #edgeCount = 0;
  readonly #values: number[] = [EMPTY];

  /** Stores a value (0 or more) under a sequence; a later value replaces an earlier one. */
  set(words: readonly string[], value: number): void {
    let node = 0;
    for (const word of words) {
      let id = this.#wordIds.get(word);
      if (id === undefined) this.#wordIds.set(word, (id = this.#wordIds.size));
      node = this.#child(node, id) ?? this.#addChild(node, id);
    }
    this.#values[node] = value;
  }

  /** The number of a word; undefined if no sequence contains it. */
  idOf(word: string): number | undefined {
    return this.#wordIds.get(word);
  }

  /** The next node for a word, or undefined. Node 0 is the root. */
  next(node: number, wordId: number): number | undefined {
    return this.#child(node, wordId);
  }

  /** The value stored at a node, or undefined. */
  valueAt(node: number): number | undefined {
    const value = this.#values[node];
    return value === EMPTY ? undefined : value;
  }

  /** The value stored under exactly this sequence, or undefined. */
  get(words: readonly string[]): number | undefined {
    let node = 0;
    for (const word of words) {
      const id = this.#wordIds.get(word);
      const child = id === undefined ? undefined : this.#child(node, id);
      if (child === undefined) return undefined;
      node = child;
    }
    return this.valueAt(node);
  }

  #child(node: number, wordId: number): number | undefined {
    const mask = this.#nodes.length - 1;
    for (let slot = slotOf(node, wordId) & mask; ; slot = (slot + 1) & mask) {
      const owner = this.#nodes[slot];
      if (owner === EMPTY) return undefined;
      if (owner === node && this.#words[slot] === wordId) return this.#targets[slot];
    }
  }

  #addChild(node: number, wordId: number): number {
    if (this.#edgeCount + 1 > this.#nodes.length * LOAD_FACTOR) this.#grow();
    const child = this.#values.length;
    this.#values.push(EMPTY);
    this.#insert(node, wordId, child);
    return child;
  }

  #insert(node: number, wordId: number, child: number): void {
    const mask = this.#nodes.length - 1;
    let slot = slotOf(node, wordId) & mask;
    while (this.#nodes[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#nodes[slot] = node;
    this.#words[slot] = wordId;
    this.#targets[slot] = child;
    this.#edgeCount += 1;
  }

  #grow(): void {
    const [nodes, words, targets] = [this.#nodes, this.#words, this.#targets];
    this.#nodes = new Int32Array(nodes.length * 2).fill(EMPTY);
    this.#words = new Int32Array(nodes.length * 2);
    this.#targets = new Int32Array(nodes.length * 2);
    this.#edgeCount = 0;
    nodes.forEach((node, slot) => {
      if (node !== EMPTY) this.#insert(node, words[slot] ?? 0, targets[slot] ?? 0);
    });
  }
}

function slotOf(node: number, wordId: number): number {
  let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(wordId + 1, 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 1;
}
