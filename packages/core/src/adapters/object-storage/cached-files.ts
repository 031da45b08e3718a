import { rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshot } from "../../storage/snapshot.js";
import { layout } from "../duckdb/data-layout.js";
import { tableFilesIn } from "../duckdb/leftovers.js";

/** How long files stay that the shown state does not name: longer than any request or command may read them. */
const unusedLifetimeMs = 15 * 60_000;
/** What a request that has begun may still read stays even where there is no room: none may run longer. */
const leastLifetimeMs = 2 * 60_000;

/** The disk's time of the moment at which a directory began to show its state. */
export async function shownAtMs(root: string): Promise<number> {
  return (await stat(join(root, layout.current))).mtimeMs;
}

/** Notes when files were last part of the shown state: from then on they grow old. */
export async function noteUnused(root: string, before: Snapshot, now: Snapshot, atMs: number): Promise<void> {
  const named = new Set(now.files.map(({ path }) => path));
  for (const { path } of before.files)
    if (!named.has(path)) await utimes(join(root, path), atMs / 1_000, atMs / 1_000).catch(() => undefined);
}

/**
 * Table files of earlier states that have to go, those that were used longest ago first: old ones, and others as far as there
 * is no room. A request over an earlier state may still read the rest. Never a file of the shown state.
 *
 * @param maxBytes Bytes of all table files; null for any number.
 */
export async function outdatedFiles(
  root: string,
  { files }: Snapshot,
  { maxBytes, nowMs }: { readonly maxBytes: number | null; readonly nowMs: number },
): Promise<string[]> {
  const shown = new Set(files.map(({ path }) => path));
  let total = 0;
  const unused: { readonly path: string; readonly size: number; readonly mtimeMs: number }[] = [];
  for (const path of await tableFilesIn(root)) {
    const found = await stat(join(root, path)).catch(() => null);
    if (found === null) continue;
    total += found.size;
    if (!shown.has(path)) unused.push({ path, size: found.size, mtimeMs: found.mtimeMs });
  }
  const outdated: string[] = [];
  for (const { path, size, mtimeMs } of unused.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
    const ageMs = nowMs - mtimeMs;
    const isInTheWay = maxBytes !== null && total > maxBytes && ageMs > leastLifetimeMs;
    if (ageMs <= unusedLifetimeMs && !isInTheWay) continue;
    outdated.push(path);
    total -= size;
  }
  return outdated;
}

/** Deletes table files. What cannot be deleted does no harm. */
export async function removeFiles(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(join(root, path), { force: true }).catch(() => undefined);
}
