import { addDays, type UtcDay } from "@market-sentiment/core";
import { earningsDay, quarterStart, reportedQuarter } from "./earnings.js";
import type { Direction } from "./event-kinds.js";
import type { SlotReader } from "./grammar.js";
import { amountText, priceText, targetText } from "./money.js";
import { samplePrice } from "./prices.js";
import { Rng } from "./rng.js";
import { type SampleAsset, type SampleRegion, shortTicker } from "./universe.js";
import { wordLists } from "./word-lists.js";

/** Topic of a text. */
export interface Topic {
  readonly seed: string | number;
  readonly asset: SampleAsset;
  readonly other: SampleAsset | null;
  readonly day: UtcDay;
  readonly direction: Direction;
  /** Texts with the same label share numbers and names: the facts of one event. */
  readonly facts: string;
}

const ordinals = ["first", "second", "third", "fourth"] as const;

const monthNames = "January February March April May June July August September October November December".split(" ");

/** `March 6`. */
export function dateText(day: UtcDay): string {
  return `${monthNames[Number(day.slice(5, 7)) - 1] ?? ""} ${String(Number(day.slice(8)))}`;
}

/** Deal size that fits the company. */
const scaleOf = (asset: SampleAsset) => Math.min(40, 1 + asset.popularity / 4);

/** Day of the next results. */
function nextReport({ seed, asset, day }: Topic): UtcDay {
  const due = earningsDay(seed, asset, day);
  return due > day ? due : earningsDay(seed, asset, addDays(quarterStart(day), 95));
}

/** Regulators of the region. */
const agencies: Readonly<Record<SampleRegion, readonly string[]>> = {
  us: ["FTC", "Justice Department", "SEC", "Senate panel", "group of state attorneys general"],
  europe: ["European Commission", "competition watchdog", "market regulator", "parliament committee"],
  asia: ["competition authority", "market regulator", "tax office"],
  crypto: ["SEC", "CFTC", "Treasury"],
};

/** Strikes and targets by people's view. */
const strikeFactors: Readonly<Record<Direction, readonly number[]>> = {
  1: [1.08, 1.12, 1.2, 1.3],
  [-1]: [0.7, 0.8, 0.85, 0.9],
  0: [0.95, 1, 1.05],
};

type SlotMaker = (topic: Topic, rng: Rng) => string;

const percent =
  (low: number, high: number): SlotMaker =>
  (_, rng) => {
    const value = low + (high - low) * rng.next() ** 1.8;
    return `${value < 4 && rng.chance(0.6) ? value.toFixed(1) : value.toFixed(0)}%`;
  };

const target = (topic: Topic, rng: Rng, shift: number) =>
  targetText(
    topic.asset,
    samplePrice(topic.seed, topic.asset.key, topic.day, 12) * (1 + shift) * rng.range(0.98, 1.02),
  );

const makers: Readonly<Record<string, SlotMaker>> = {
  pct: percent(2, 14),
  spct: percent(1, 4),
  bpct: percent(8, 40),
  price: ({ seed, asset, day }, rng) => priceText(asset, samplePrice(seed, asset.key, day, rng.range(14, 21))),
  newpt: (topic, rng) => target(topic, rng, topic.direction < 0 ? 0.04 : 0.22),
  oldpt: (topic, rng) => target(topic, rng, topic.direction < 0 ? 0.28 : 0.06),
  q: ({ day }) => `${ordinals[reportedQuarter(day).quarter - 1] ?? "first"}-quarter`,
  Q: ({ day }) => `Q${String(reportedQuarter(day).quarter)}`,
  nextq: ({ day }) => `${ordinals[reportedQuarter(day).quarter % 4] ?? "first"} quarter`,
  year: ({ day }) => day.slice(0, 4),
  nextyear: ({ day }) => String(Number(day.slice(0, 4)) + 1),
  month: ({ day }, rng) => monthNames[(Number(day.slice(5, 7)) + rng.int(0, 2)) % 12] ?? "",
  ago: ({ asset }, rng) => `${String(rng.int(3, 7))} ${asset.key.length % 2 === 0 ? "months" : "weeks"}`,
  rev: ({ asset }, rng) => amountText(asset, scaleOf(asset) * 1000 * rng.range(0.6, 1.4)),
  eps: ({ asset }, rng) => {
    const value = asset.basePrice * rng.range(0.002, 0.014);
    const text = value >= 20 ? value.toFixed(0) : Math.max(0.02, value).toFixed(2);
    return asset.currency === "p" ? `${text}p` : `${asset.currency}${text}`;
  },
  amount: ({ asset }, rng) => amountText(asset, scaleOf(asset) * rng.logNormal(220, 0.8)),
  bigamount: ({ asset }, rng) => amountText(asset, scaleOf(asset) * rng.logNormal(900, 0.6)),
  jobs: (_, rng) => rng.pick(["300", "450", "600", "about 1,000", "1,200", "nearly 2,000", "3,500", "up to 5,000"]),
  units: (_, rng) => rng.pick(["12,000", "34,000", "58,000", "about 90,000", "127,000", "nearly 240,000", "410,000"]),
  nth: (_, rng) => rng.pick(["second", "third", "fourth", "fifth", "sixth", "eighth"]),
  far: (_, rng) => rng.pick(["2032", "2033", "2035", "2036"]),
  pe: (_, rng) => String(rng.int(9, 58)),
  num: (_, rng) => String(rng.int(2, 9)),
  Num: (_, rng) => rng.pick(["Two", "Three", "Four", "Five", "Seven"]),
  years: (_, rng) => rng.pick(["three", "five", "seven", "10", "15"]),
  product: ({ asset }, rng) => rng.pick(asset.products),
  unit: ({ asset }, rng) => rng.pick(asset.group.units),
  noun: ({ asset }) => asset.group.noun,
  plural: ({ asset }) => asset.group.plural,
  qn: ({ day }) => `${ordinals[reportedQuarter(day).quarter - 1] ?? "first"} quarter`,
  earningsday: (topic) => dateText(nextReport(topic)),
  dueq: (topic) => `${ordinals[reportedQuarter(nextReport(topic)).quarter - 1] ?? "first"}-quarter`,
  agency: ({ asset }, rng) => rng.pick(agencies[asset.region]),
  coinprice: ({ seed, asset, day }) => priceText(asset, samplePrice(seed, asset.key, day, 12)),
  coinlevel: ({ seed, asset, day, direction }) =>
    targetText(asset, samplePrice(seed, asset.key, day, 12) * (direction < 0 ? 0.92 : 1.08)),
  coins: (_, rng) => rng.pick(["1,200", "4,500", "12,000", "38,000", "95,000", "1.4 million", "22 million"]),
  loss: (_, rng) => `$${rng.pick(["4.2", "8", "17", "31", "48", "90", "140", "320"])}M`,
  strike: ({ seed, asset, day, direction }, rng) => {
    const factor = rng.pick(strikeFactors[direction]);
    const value = samplePrice(seed, asset.key, day, 18) * factor;
    return String(value > 40 ? Math.round(value / 5) * 5 : Math.max(1, Math.round(value)));
  },
  shares: (_, rng) => rng.pick(["12", "25", "40", "69", "100", "150", "300", "420", "1,000", "2,400"]),
  avg: ({ seed, asset, day }, rng) => {
    const value = samplePrice(seed, asset.key, day, 18) * rng.range(0.9, 1.02);
    return value > 100 ? value.toFixed(0) : value > 1 ? value.toFixed(2) : value.toPrecision(2);
  },
  gain: (_, rng) => rng.pick(["340", "800", "1.2k", "4k", "6.5k", "11k", "18k", "27k", "60k"]),
  weekday: (_, rng) => rng.pick(["Monday", "Wednesday", "Thursday", "Friday"]),
};

/** Slots chosen per text, not per event. */
const perText = new Set([
  "num",
  "Num",
  "price",
  "unit",
  "years",
  "ago",
  "nth",
  "pe",
  "strike",
  "shares",
  "avg",
  "gain",
]);

const words = new Set(["SNOW", "UBER", "CAVA", "SPOT", "SNAP", "META", "LINK", "NEAR", "ATOM", "CAKE"]);

/** Lower-case name in casual texts; tickers that are also words keep their case. */
function lowerName(rng: Rng, asset: SampleAsset): string {
  const ticker = shortTicker(asset);
  const plain = /^[A-Z]{4}$|^(AMD|GME|SPY|QQQ|BTC|ETH|XRP|SOL|ADA)$/.test(ticker) && !words.has(ticker);
  return (plain && rng.chance(0.6) ? ticker : asset.names[0]).toLowerCase();
}

/** The assets that a text has named so far, and how. */
export interface NamedAssets {
  readonly named: Map<string, { readonly direction: Direction; readonly role: "subject" | "other" }>;
}

const marks: Readonly<Record<string, (direction: Direction) => Direction>> = {
  "+": () => 1,
  "-": () => -1,
  "=": (direction) => direction,
  "!": (direction) => (direction === 0 ? 0 : (-direction as Direction)),
};

/**
 * Reads the slots of a topic. `{name}`, `{names}` (possessive), `{tick}`, `{nametick}` name the asset; `{other}` and
 * `{othertick}` the second one, with `+`, `-`, `=` (as the subject) or `!` (opposite) for what the text means for it.
 */
export function topicReader(topic: Topic, rng: Rng, assets: NamedAssets): SlotReader {
  const values = new Map<string, string>();
  const name = (asset: SampleAsset) => (rng.chance(0.8) ? asset.names[0] : rng.pick(asset.names));
  const others = (slot: string): string => {
    if (topic.other === null) return "a rival";
    const means = marks[slot.slice(-1)];
    const { named } = assets;
    named.set(topic.other.key, { direction: means?.(topic.direction) ?? 0, role: "other" });
    return slot.startsWith("othertick") ? shortTicker(topic.other) : name(topic.other);
  };
  const make = (slot: string): string => {
    if (slot.startsWith("other")) return others(slot);
    const { asset } = topic;
    if (["name", "names", "tick", "nametick", "lower"].includes(slot)) {
      assets.named.set(asset.key, { direction: topic.direction, role: "subject" });
      if (slot === "tick") return shortTicker(asset);
      if (slot === "lower") return lowerName(rng, asset);
      const text = name(asset);
      if (slot === "names") return text.endsWith("s") ? `${text}'` : `${text}'s`;
      return slot === "nametick" ? `${text} (${shortTicker(asset)})` : text;
    }
    const maker = makers[slot];
    if (maker !== undefined) {
      const label = perText.has(slot) ? String(rng.int(0, 1_000_000)) : topic.facts;
      return maker(topic, new Rng(topic.seed, "fact", label, slot));
    }
    const list = wordLists[slot as keyof typeof wordLists] as readonly string[] | undefined;
    if (list === undefined) throw new RangeError(`Unknown slot: ${slot}`);
    return ["broker", "firm", "place", "post"].includes(slot)
      ? new Rng(topic.seed, "fact", topic.facts, slot).pick(list)
      : rng.pick(list);
  };
  return (slot) => {
    const known = values.get(slot);
    if (known !== undefined) return known;
    const value = make(slot);
    values.set(slot, value);
    return value;
  };
}
