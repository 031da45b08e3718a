import { canonicalAddress } from "./canonical-address.js";
import { StoryRanks } from "./story-ranks.js";
import { TextPool } from "./text-pool.js";
import { textPrint } from "./text-print.js";

export { NEAR_DUPLICATE_SIMILARITY } from "./text-pool.js";

/** A mention as its copies are looked for. */
export interface CopyCandidate {
  /** Unique among the items. */
  readonly id: string;
  /** When it was created, in milliseconds since the epoch. */
  readonly timeMs: number;
  readonly text: string;
  /** The page it is or links to; null when none. Not the address of the post itself, which is unique. */
  readonly address: string | null;
}

const dayMs = 86_400_000;

/**
 * For each item, by id: how many earlier near-duplicates it has on the same UTC day; 0 for an original.
 *
 * Items are taken in order of (time, id), so the order of `items` does not matter and an item never changes the rank of
 * one before it. An item joins the story whose canonical address it shares, or whose first text is at least 80 % alike,
 * and its rank is the number of items in that story so far; when address and text point to two stories, it joins the
 * larger. Texts are compared with the first of a story only, so that a story cannot drift. Short texts are treated like
 * long ones: the same three words from 500 accounts are one story. Texts of which nothing is left after normalisation have
 * no copies by text.
 *
 * To be called with the mentions of one asset (or dimension), or an asset's buzz would depend on other assets. Time grows
 * about linearly with the number of items: candidates come from MinHash bands with bounded buckets. An unlucky pair (1 in
 * 2,000 at exactly 80 %) is missed. Days that grow are ranked by `StoryRanks` directly.
 */
export function copyRanks(items: readonly CopyCandidate[]): Map<string, number> {
  const ranks = new Map<string, number>();
  const days = new Map<number, CopyCandidate[]>();
  for (const item of items) {
    const day = Math.floor(item.timeMs / dayMs);
    const group = days.get(day);
    if (group === undefined) days.set(day, [item]);
    else group.push(item);
  }
  for (const group of days.values()) rankDay(group, (id, rank) => ranks.set(id, rank));
  return ranks;
}

function rankDay(items: readonly CopyCandidate[], onRank: (id: string, rank: number) => void): void {
  const texts = new TextPool();
  const pages = new Map<string, number>();
  const known = items.map(({ id, timeMs, text, address }) => {
    const page = address === null ? null : canonicalAddress(address);
    if (page !== null && !pages.has(page)) pages.set(page, pages.size);
    return {
      id,
      timeMs,
      text: texts.add(textPrint(text), text),
      page: page === null ? -1 : (pages.get(page) ?? -1),
    };
  });
  const ranks = new StoryRanks({
    texts,
    textOf: (item) => known[item]?.text ?? -1,
    pageOf: (item) => known[item]?.page ?? -1,
    compare: (a, b) => byTimeAndId(known[a], known[b]),
  });
  ranks.change([...known.keys()], [], (item, rank) => onRank(known[item]?.id ?? "", rank));
}

type Placed = Pick<CopyCandidate, "id" | "timeMs"> | undefined;

function byTimeAndId(a: Placed, b: Placed): number {
  if (a === undefined || b === undefined) return 0;
  if (a.timeMs !== b.timeMs) return a.timeMs - b.timeMs;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
