const blocks = "▁▂▃▄▅▆▇█";

/**
 * One block per value, oldest first, scaled from 0 to the row's own maximum. Values are not negative; 0 is always the
 * lowest block, and any more than that at least the lowest.
 */
export function sparkline(values: readonly number[]): string {
  const maximum = Math.max(0, ...values);
  return values.map((value) => blocks[levelOf(value, maximum)] ?? "").join("");
}

function levelOf(value: number, maximum: number): number {
  if (maximum === 0 || !Number.isFinite(value)) return 0;
  return Math.min(blocks.length - 1, Math.max(0, Math.round((value / maximum) * (blocks.length - 1))));
}
