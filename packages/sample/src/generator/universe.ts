import { type Group, type GroupId, groups } from "./groups.js";
import { cryptoListings } from "./listings-crypto.js";
import { usListings } from "./listings-us.js";
import { worldListings } from "./listings-world.js";

/** An asset of the sample world. The key is that of the reference graph. */
export interface SampleAsset {
  readonly key: string;
  /** Names in headlines; the first is the usual one. */
  readonly names: readonly [string, ...string[]];
  /** Relative attention; heavy-tailed. */
  readonly popularity: number;
  readonly groupId: GroupId;
  readonly group: Group;
  /** Initial price in `currency`. */
  readonly basePrice: number;
  readonly currency: string;
  readonly products: readonly string[];
  readonly region: SampleRegion;
}

/** Region whose trading day the asset follows. */
export type SampleRegion = "us" | "europe" | "asia" | "crypto";

const currencies: Readonly<Record<string, readonly [string, SampleRegion]>> = {
  L: ["p", "europe"],
  DE: ["€", "europe"],
  PA: ["€", "europe"],
  AS: ["€", "europe"],
  SW: ["CHF ", "europe"],
  CO: ["DKK ", "europe"],
  T: ["¥", "asia"],
  HK: ["HK$", "asia"],
  KS: ["₩", "asia"],
  TW: ["NT$", "asia"],
  NS: ["₹", "asia"],
  AX: ["A$", "asia"],
  TO: ["C$", "us"],
};

function readAsset(line: string, home: SampleRegion): SampleAsset {
  const [key = "", names = "", popularity = "", groupId = "", price = "", products = ""] = line.split(";");
  const id = groupId as GroupId;
  const [currency, region] = currencies[key.split(".")[1] ?? ""] ?? ["$", home];
  const [first = key, ...others] = names.split("/");
  return {
    key,
    names: [first, ...others],
    popularity: Number(popularity),
    groupId: id,
    group: groups[id],
    basePrice: Number(price),
    currency,
    products: products === "" ? groups[id].products : products.split(","),
    region,
  };
}

const readList = (text: string, home: SampleRegion) =>
  text
    .trim()
    .split("\n")
    .map((line) => readAsset(line, home));

/** Shares and funds of the sample world. */
export const sampleStocks: readonly SampleAsset[] = [...readList(usListings, "us"), ...readList(worldListings, "us")];

/** Tokens of the sample world. */
export const sampleTokens: readonly SampleAsset[] = readList(cryptoListings, "crypto");

/** US shares and funds: what informal sources talk about. */
export const usStocks: readonly SampleAsset[] = sampleStocks.filter(
  (asset) => asset.region === "us" && asset.currency === "$",
);

const byKey = new Map([...sampleStocks, ...sampleTokens].map((asset) => [asset.key, asset]));

/** The asset with the key. @throws RangeError when the sample world has none. */
export function sampleAsset(key: string): SampleAsset {
  const asset = byKey.get(key);
  if (asset === undefined) throw new RangeError(`Not an asset of the sample world: ${key}`);
  return asset;
}

/** The key as people type it, without exchange suffix. */
export function shortTicker(asset: SampleAsset): string {
  return asset.key.split(".")[0] ?? asset.key;
}
