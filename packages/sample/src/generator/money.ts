import type { SampleAsset } from "./universe.js";

const round = (value: number) => {
  const digits = value >= 1000 ? 0 : value >= 200 ? 0 : value >= 5 ? 2 : value >= 0.01 ? 3 : 8;
  return value.toFixed(digits);
};

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** A price the way people write it: `$182.40`, `13,400p`, `€98.10`. */
export function priceText(asset: SampleAsset, value: number): string {
  const text = value >= 1000 ? grouped(value.toFixed(0)) : round(value);
  return asset.currency === "p" ? `${text}p` : `${asset.currency}${text}`;
}

/** A target price: round numbers only. */
export function targetText(asset: SampleAsset, value: number): string {
  const step = value >= 2000 ? 50 : value >= 400 ? 10 : value >= 60 ? 5 : value >= 1 ? 1 : value / 10;
  const rounded = Math.max(step, Math.round(value / step) * step);
  const text = value < 1 ? rounded.toPrecision(1) : grouped(rounded.toFixed(0));
  return asset.currency === "p" ? `${text}p` : `${asset.currency}${text}`;
}

/** An amount of money: `$3.4 billion`, `€850 million`. */
export function amountText(asset: SampleAsset, millions: number): string {
  const sign = asset.currency === "p" ? "£" : asset.currency;
  if (millions >= 1_000_000) return `${sign}${(millions / 1_000_000).toFixed(1)} trillion`;
  if (millions >= 1000) return `${sign}${(millions / 1000).toFixed(millions >= 100_000 ? 0 : 1)} billion`;
  return `${sign}${String(Math.max(5, Math.round(millions / 5) * 5))} million`;
}
