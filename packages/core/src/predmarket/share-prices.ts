import type { AssetPriceRow } from "../storage/market-store.js";

/** A share's price stands in for later ones for this long: over a weekend and a holiday. */
export const SHARE_PRICE_LIFETIME_DAYS = 5;

const lifetimeMs = SHARE_PRICE_LIFETIME_DAYS * 86_400_000;

/** The newest price of a share at or before an instant; null when there is none that is at most five days old. */
export function sharePrices(
  prices: readonly Pick<AssetPriceRow, "subject" | "observed_at" | "price">[],
): (subject: string, atMs: number) => number | null {
  const bySubject = new Map<string, Pick<AssetPriceRow, "observed_at" | "price">[]>();
  for (const row of [...prices].sort((a, b) => a.observed_at - b.observed_at)) {
    const list = bySubject.get(row.subject);
    if (list === undefined) bySubject.set(row.subject, [row]);
    else list.push(row);
  }
  return (subject, atMs) => {
    const found = bySubject.get(subject)?.findLast(({ observed_at }) => observed_at <= atMs);
    return found === undefined || atMs - found.observed_at > lifetimeMs ? null : found.price;
  };
}
