import type { UtcDay } from "@market-sentiment/core";
import type { Direction } from "./event-kinds.js";
import type { ForumTexts } from "./forum-text-stocks.js";
import { expand } from "./grammar.js";
import type { Rng } from "./rng.js";
import type { IntendedAsset } from "./sample-types.js";
import { type NamedAssets, type Topic, topicReader } from "./slots.js";
import type { SampleAsset } from "./universe.js";

/** A filled text and what it means. */
export interface ForumText {
  readonly text: string;
  readonly assets: readonly IntendedAsset[];
}

interface Speaker {
  readonly assets: readonly SampleAsset[];
  readonly texts: ForumTexts;
}

const slang = ["ngl ", "tbh ", "lol ", "idk man, ", "honestly ", "bro ", "imo "];

const tails = [" lol", " fr", " imo", " 🤷", " 😂", "...", " tbh", " no cap", "!!"];

/** Makes a sentence informal: openers, tails, lower case. */
function roughen(rng: Rng, text: string): string {
  const opened = rng.chance(0.14) && !/^[[$🚀]/u.test(text) ? `${rng.pick(slang)}${text}` : text;
  return rng.chance(0.16) ? `${opened}${rng.pick(tails)}` : opened;
}

/** A comment of one sentence, or of two that say the same. */
function remark(rng: Rng, core: string, more: readonly string[]): string {
  const pattern = rng.chance(0.45) ? `${core}${rng.pick([". ", ", ", " - ", ". "])}${rng.pick(more)}` : core;
  return pattern.replace(/([?!])[.,] /, "$1 ");
}

/**
 * Fills one of the templates for the topic. Without templates, writes a comment: it names the asset, depends on its
 * thread, or changes the subject. In a thread without topic, comments pick their own asset.
 */
export function forumText(
  { assets, texts }: Speaker,
  rng: Rng,
  topic: Topic | null,
  direction: Direction,
  when: { readonly seed: string | number; readonly time: number },
  templates?: readonly string[],
): ForumText {
  const named: NamedAssets = { named: new Map() };
  const found = (): IntendedAsset[] => [...named.named].map(([key, meaning]) => ({ key, ...meaning }));
  if (templates !== undefined) {
    if (topic === null) return { text: rng.pick(templates.filter((text) => !text.includes("{tick}"))), assets: [] };
    const text = expand(rng.pick(templates), rng, topicReader({ ...topic, direction }, rng, named));
    return { text, assets: found() };
  }
  const manner = rng.next();
  if (manner > 0.88) return { text: roughen(rng, rng.pick(texts.asides)), assets: [] };
  if (topic === null || manner < 0.3) {
    const day = new Date(when.time).toISOString().slice(0, 10) as UtcDay;
    const asset = topic?.asset ?? rng.weighted(assets, ({ popularity }) => popularity);
    const other = topic?.other ?? rng.weighted(assets, (peer) => (peer === asset ? 0 : peer.popularity));
    const own = topic === null ? rng.pick<Direction>([1, 1, 0, -1]) : direction;
    const about: Topic = {
      seed: when.seed,
      asset,
      other,
      day,
      direction: own,
      facts: topic?.facts ?? String(rng.int(0, 1e9)),
    };
    return {
      text: roughen(
        rng,
        expand(remark(rng, rng.pick(texts.direct[own]), texts.more[own]), rng, topicReader(about, rng, named)),
      ),
      assets: found(),
    };
  }
  const text = roughen(
    rng,
    expand(
      remark(rng, rng.pick(texts.inherited[direction]), texts.more[direction]),
      rng,
      topicReader({ ...topic, direction }, rng, named),
    ),
  );
  return { text, assets: [{ key: topic.asset.key, direction, role: "inherited" }, ...found()] };
}
