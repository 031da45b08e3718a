import type { UtcDay } from "../time/utc-day.js";
import type { Evidence } from "./evidence.js";

/** How long an explanation is kept while its evidence stays the same. */
const KEPT_MS = 6 * 3_600_000;
/** How long the text of a stand-in is kept: the wanted writer should be asked again soon. */
const STAND_IN_KEPT_MS = 5 * 60_000;

/** One kept explanation. */
export interface KeptExplanation {
  /** Number of the snapshot on which the evidence was last seen to be the same. */
  readonly snapshotVersion: number;
  readonly digest: string;
  /** Last day of the window. */
  readonly to: UtcDay;
  /** The model that the writer was configured with when it was asked. */
  readonly wantedModel: string;
  readonly text: string;
  readonly model: string;
  readonly isStandIn: boolean;
  readonly generatedAtMs: number;
  readonly evidence: Evidence;
}

/** Caches explanations of assets. Ignores failures to read or write: a cache never makes an explanation fail. */
export interface ExplanationCache {
  /** Kept explanations of the asset, in any order. */
  read(namespaceId: string, key: string): Promise<readonly KeptExplanation[]>;
  /** Replaces the asset's explanations. */
  write(namespaceId: string, key: string, kept: readonly KeptExplanation[]): Promise<void>;
}

/** Explanations of one asset that are kept at most: windows that end on different days, writers that change. */
const KEPT_AN_ASSET = 4;

/** Whether a kept text may still be shown at the instant. One from the future (a replay of an earlier day) may not. */
export function isFresh({ generatedAtMs, isStandIn }: KeptExplanation, nowMs: number): boolean {
  const ageMs = nowMs - generatedAtMs;
  return ageMs >= 0 && ageMs < (isStandIn ? STAND_IN_KEPT_MS : KEPT_MS);
}

/** The kept explanations, newest first, where the new one replaces that of the same window and writer. */
export function withKept(kept: readonly KeptExplanation[], added: KeptExplanation): KeptExplanation[] {
  const others = kept.filter(({ to, wantedModel }) => to !== added.to || wantedModel !== added.wantedModel);
  return [added, ...others].slice(0, KEPT_AN_ASSET);
}

/** A cache in memory, for use without a directory. Evicts the least recently used assets. */
export function memoryCache(assets = 500): ExplanationCache {
  const entries = new Map<string, readonly KeptExplanation[]>();
  return {
    read: (namespaceId, key) => Promise.resolve(entries.get(`${namespaceId} ${key}`) ?? []),
    write: (namespaceId, key, kept) => {
      const id = `${namespaceId} ${key}`;
      entries.delete(id);
      entries.set(id, kept);
      for (const oldest of entries.keys()) {
        if (entries.size <= assets) break;
        entries.delete(oldest);
      }
      return Promise.resolve();
    },
  };
}

/** Keeps nothing. */
export const noCache: ExplanationCache = { read: () => Promise.resolve([]), write: () => Promise.resolve() };
