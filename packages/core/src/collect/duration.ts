const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a time such as `30s`, `5m`, `2h` or `1d`; null for anything else. */
export function durationMs(text: string): number | null {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (unitMs[unit] ?? 0);
}
