import { createHash } from "node:crypto";
import type { OperationName, PreparedOperation, UtcDay } from "@market-sentiment/core";

/** How long an answer may be kept, and whether it carries a validator. */
interface CacheRule {
  /** Seconds in the caller's own cache; null where nothing may be kept. */
  readonly maxAgeSeconds: number | null;
  /** `ETag`, and 304 for `If-None-Match`. */
  readonly etag?: true;
  /** A window that lies wholly in the past never changes. */
  readonly closedWindowIsFinal?: true;
  /** The answer depends on the data, the day and the parameters alone, so it may be given to the next one who asks. */
  readonly shareable?: true;
}

const cacheRules: Readonly<Record<OperationName, CacheRule>> = {
  trending: { maxAgeSeconds: 60, etag: true, shareable: true },
  "trending-by-sector": { maxAgeSeconds: 60, etag: true, shareable: true },
  "trending-by-country": { maxAgeSeconds: 60, etag: true, shareable: true },
  detail: { maxAgeSeconds: 30, etag: true, shareable: true },
  explain: { maxAgeSeconds: 60 },
  search: { maxAgeSeconds: 15, shareable: true },
  compare: { maxAgeSeconds: 30, shareable: true },
  "market-sentiment": { maxAgeSeconds: 60, shareable: true },
  stats: { maxAgeSeconds: 300, shareable: true },
  health: { maxAgeSeconds: null },
  "raw-mentions": { maxAgeSeconds: 60, closedWindowIsFinal: true, shareable: true },
  sources: { maxAgeSeconds: 15 },
  analyze: { maxAgeSeconds: null },
};

/** `Cache-Control` of a successful answer. */
export function cacheControl(name: OperationName, window: PreparedOperation<unknown>["window"], today: UtcDay): string {
  const { maxAgeSeconds, closedWindowIsFinal } = cacheRules[name];
  if (maxAgeSeconds === null) return "no-store";
  const isFinal = closedWindowIsFinal === true && window !== null && window.to < today;
  return isFinal ? "private, max-age=86400, immutable" : `private, max-age=${maxAgeSeconds}`;
}

/** Whether the service may keep the operation's answers for the next one who asks. */
export function isShareable(name: OperationName): boolean {
  return cacheRules[name].shareable === true;
}

/** How long the service keeps an answer, in milliseconds: as long as a caller may. */
export function lifetimeMs(name: OperationName): number {
  return (cacheRules[name].maxAgeSeconds ?? 0) * 1_000;
}

/** Strong `ETag` of exactly these bytes, where the operation's answers carry one; else null. */
export function etagOf(name: OperationName, body: string): string | null {
  if (cacheRules[name].etag !== true) return null;
  return strongEtag(body);
}

/** Strong `ETag` of exactly these bytes. */
export function strongEtag(body: string | Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the tag: `*`, or a list in which weak and strong forms of a tag are the same. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
