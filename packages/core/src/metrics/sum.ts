/** The sum of the values, in their order; 0 of none. */
export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** The sum of what each item gives, in their order; 0 of none. Without a list of the values: sums of days are what trends cost. */
export function sumOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += valueOf(item);
  return total;
}
