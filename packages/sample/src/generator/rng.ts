const GOLDEN = 0x9e3779b9;

/** Mixes a 32-bit integer so that every input bit affects every output bit. */
export function mix32(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** A 32-bit hash of a text, the same on every machine. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix32(hash);
}

/** Lower-case hexadecimal digits derived from the text only. */
export function hexOf(text: string, digits: number): string {
  let out = "";
  for (let i = 0; out.length < digits; i += 1)
    out += hash32(`${String(i)}#${text}`)
      .toString(16)
      .padStart(8, "0");
  return out.slice(0, digits);
}

/** A stream of random numbers that depends only on its labels. */
export class Rng {
  private state: number;

  constructor(...labels: readonly (string | number)[]) {
    this.state = hash32(labels.join("/"));
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + GOLDEN) | 0;
    const high = mix32(this.state);
    this.state = (this.state + GOLDEN) | 0;
    return (high * 0x200000 + (mix32(this.state) >>> 11)) / 0x20000000000000;
  }

  /** Whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Uniform in [low, high). */
  range(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items, all equally likely. @throws RangeError when there is none. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError("Nothing to pick from");
    return items[Math.floor(this.next() * items.length)] as Item;
  }

  /** One of the items, with probability proportional to its weight. @throws RangeError when there is none. */
  weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item {
    let left = this.next() * items.reduce((sum, item) => sum + weightOf(item), 0);
    for (const item of items) {
      left -= weightOf(item);
      if (left < 0) return item;
    }
    return this.pick(items.slice(-1));
  }

  /** Standard normal. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Log-normal with the given median and spread of the logarithm. */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Gamma with mean 1; the smaller the shape, the heavier the tail. Shape at least 1. */
  gamma(shape: number): number {
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - this.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape;
    }
  }

  /** Poisson count. */
  poisson(mean: number): number {
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = -1;
    for (let product = 1; product > limit; product *= this.next()) count += 1;
    return Math.max(0, count);
  }

  /** Over-dispersed count (negative binomial): variance grows with the square of the mean. */
  count(mean: number, shape = 6): number {
    return mean <= 0 ? 0 : this.poisson(mean * this.gamma(shape));
  }

  /** `count` different items in random order; all of them when there are fewer. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const pool = [...items];
    const chosen: Item[] = [];
    while (chosen.length < count && pool.length > 0) {
      chosen.push(...pool.splice(Math.floor(this.next() * pool.length), 1));
    }
    return chosen;
  }
}
