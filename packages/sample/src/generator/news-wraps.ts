import type { Direction } from "./event-kinds.js";
import { expand, sentenceCase, titleCase } from "./grammar.js";
import { wrapHeadlines } from "./headlines-other.js";
import { dayChange } from "./prices.js";
import { type Publisher, publishers } from "./publishers.js";
import type { Rng } from "./rng.js";
import type { IntendedAsset, SampleRequest } from "./sample-types.js";
import { topicReader } from "./slots.js";
import { type SampleAsset, sampleStocks } from "./universe.js";

/** A market wrap: names several companies, each with its own direction. Risers and fallers follow the day's prices. */
export function wrapText(
  rng: Rng,
  { seed, day }: SampleRequest,
): { readonly publisher: Publisher; readonly title: string; readonly assets: readonly IntendedAsset[] } {
  const companies = sampleStocks.filter(({ groupId }) => groupId !== "fund");
  const template = rng.pick(wrapHeadlines);
  const region = template.startsWith("European") ? "europe" : template.startsWith("Asia") ? "asia" : "us";
  const groupId = rng.pick(["chips", "bank", "auto", "pharma", "oil", "software", "retail"] as const);
  const fits = (asset: SampleAsset) =>
    asset.region === region && (!template.includes("{plural1}") || asset.groupId === groupId);
  const fitting = companies.filter(fits);
  const pool: SampleAsset[] = [];
  while (pool.length < Math.min(14, fitting.length)) {
    const asset = rng.weighted(fitting, ({ popularity }) => popularity ** 0.7);
    if (!pool.includes(asset)) pool.push(asset);
  }
  const ranked = pool
    .map((asset) => ({ asset, change: dayChange(seed, asset.key, day) }))
    .sort((a, b) => b.change - a.change)
    .map(({ asset }) => asset);
  const chosen = new Map<string, { readonly asset: SampleAsset; readonly direction: Direction }>();
  const pickFor = (slot: string): SampleAsset | undefined => {
    const place = Number(slot.slice(-1)) - 1;
    if (slot.startsWith("up")) return ranked[place];
    if (slot.startsWith("down")) return ranked[ranked.length - 1 - place];
    return ranked[2 + place];
  };
  const first = ranked[0];
  if (first === undefined) throw new RangeError("No company to write about");
  const topic = { seed, asset: first, other: null, day, direction: 0 as const, facts: `wrap-${day}` };
  const read = topicReader(topic, rng, { named: new Map() });
  const text = expand(template, rng, (slot) => {
    if (slot === "plural1") return sentenceCase(first.group.plural);
    if (!/^(up|down|flat)\d$/.test(slot)) return read(slot);
    const asset = pickFor(slot);
    if (asset === undefined) return "others";
    chosen.set(asset.key, { asset, direction: slot.startsWith("up") ? 1 : slot.startsWith("down") ? -1 : 0 });
    return asset.names[0];
  });
  const publisher = rng.weighted(publishers.news, ({ weight }) => weight);
  return {
    publisher,
    title: publisher.titleCase ? titleCase(text) : sentenceCase(text),
    assets: [...chosen].map(([key, { direction }]) => ({ key, direction, role: "subject" })),
  };
}
