const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** A count, with separators. */
export const countText = (value: number): string => whole.format(value);

/** Buzz, one decimal, as the interface rounds it. */
export const buzzText = (value: number): string => value.toFixed(1);

/** A score with its sign; a dash without one. */
export function scoreText(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value).toFixed(2);
  return size === "0.00" ? size : `${value > 0 ? "+" : "−"}${size}`;
}

/** A share from 0 to 1 as percent; a dash if unknown. */
export function shareText(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return `${(value * 100).toFixed(value < 1 && value > 0.99 ? 1 : 0)} %`;
}
