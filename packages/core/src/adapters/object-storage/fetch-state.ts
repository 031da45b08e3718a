import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "../../errors.js";
import { writeDurably } from "../duckdb/durable-files.js";
import { emptySnapshot } from "../../storage/snapshot.js";
import { publishSnapshot, readSnapshot } from "../duckdb/snapshot-files.js";
import { removeLeftovers, removeOutdated } from "../duckdb/leftovers.js";
import { noteUnused, outdatedFiles, removeFiles, shownAtMs } from "./cached-files.js";
import { pathsOfShown } from "../delta/shown-snapshot.js";
import { eachOf, fetchFile, isThere } from "./copy-files.js";
import type { ObjectStore } from "./object-store.js";
import { companionKey, companionPaths, damaged, type Manifest, sha256Of } from "./published-objects.js";

/**
 * Brings a data directory, whose lock for writing is held, to a state of an object store: fetches the files that are missing,
 * checks each, and then publishes the state as a writer would. Files of earlier states stay for a while, because requests may still
 * read them.
 *
 * @param maxBytes Bytes that the files of the state may have; null for any number.
 * @param isKept Whether somebody else still needs a file.
 * @throws MarketDataError `engine_unavailable`, also when the state is too large; `store_damaged`; `store_unwritable`.
 */
export async function fetchState(
  store: ObjectStore,
  root: string,
  { snapshot, files, companions }: Manifest,
  { maxBytes, isKept }: { readonly maxBytes: number | null; readonly isKept: (path: string) => boolean },
): Promise<void> {
  const wanted = snapshot.files.map(({ path }) => ({ path, mark: files[path] ?? { size: 0, sha256: "" } }));
  const bytes = wanted.reduce((sum, { mark }) => sum + mark.size, 0);
  if (maxBytes !== null && bytes > maxBytes) {
    const [has, may] = [bytes, maxBytes].map((count) => `${Math.ceil(count / 1e6)} MB`);
    const message = `${store.name} has ${has}, and its cache may hold ${may}. Allow more with SENTIMENT_S3_CACHE_MB.`;
    throw new MarketDataError("engine_unavailable", message, { bytes, max_bytes: maxBytes });
  }
  await eachOf(wanted, async ({ path, mark }) => {
    if (!(await isThere(join(root, path), mark))) await fetchFile(store, path, root, path, mark);
  });
  for (const path of companionPaths) {
    const mark = companions[path];
    if (mark === undefined) await rm(join(root, path), { force: true });
    else if (!(await hasContent(join(root, path), mark.sha256))) {
      const object = await store.get(companionKey(mark));
      if (object === null || object === "unchanged" || sha256Of(object.bytes) !== mark.sha256)
        throw damaged(store, `${companionKey(mark)} is lost or changed`);
      await writeDurably(root, join(root, path), object.bytes);
    }
  }
  const before = await readSnapshot(root).catch(() => emptySnapshot);
  // Not the number alone: after its objects were deleted, a place may have come to the same number again.
  if (JSON.stringify(before) !== JSON.stringify(snapshot)) {
    await publishSnapshot(root, snapshot);
    await noteUnused(root, before, snapshot, await shownAtMs(root));
  }
  // Whoever reads by the Delta logs may be at an earlier state than this one.
  const shown = await pathsOfShown(root);
  const isNeeded = (path: string) => shown.has(path) || isKept(path);
  const outdated = await outdatedFiles(root, snapshot, { maxBytes, nowMs: await shownAtMs(root) });
  await removeFiles(
    root,
    outdated.filter((path) => !isNeeded(path)),
  );
  // Staged files, snapshots that were never published, and those long replaced.
  await removeLeftovers(root, snapshot, [], isNeeded);
  await removeOutdated(root, snapshot.version, [], isNeeded);
}

async function hasContent(path: string, sha256: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => null);
  return bytes !== null && sha256Of(bytes) === sha256;
}
