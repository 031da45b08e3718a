import { createHash } from "node:crypto";
import type { Caching, PreparedOperation, UtcDay } from "@market-sentiment/core";

/** `Cache-Control` of a successful answer. */
export function cacheControl(
  { maxAgeSeconds, closedWindowIsFinal }: Caching,
  window: PreparedOperation<unknown>["window"],
  today: UtcDay,
): string {
  if (maxAgeSeconds === null) return "no-store";
  const isFinal = closedWindowIsFinal === true && window !== null && window.to < today;
  return isFinal ? "private, max-age=86400, immutable" : `private, max-age=${maxAgeSeconds}`;
}

/** How long the service keeps an answer, in milliseconds: as long as callers may. */
export function lifetimeMs({ maxAgeSeconds }: Caching): number {
  return (maxAgeSeconds ?? 0) * 1_000;
}

/** Strong `ETag` of these bytes. */
export function strongEtag(body: string | Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the tag: `*`, or a list in which weak and strong forms of a tag are the same. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
