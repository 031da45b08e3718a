import { join } from "node:path";
import type { Snapshot } from "../../storage/snapshot.js";
import { neededPaths, readShown, removeShown, writeShown } from "../delta/shown-snapshot.js";
import { readSnapshotFile, writeSnapshotFile } from "../duckdb/snapshot-files.js";
import { eachOf, fetchFile, isThere } from "./copy-files.js";
import type { ObjectStore } from "./object-store.js";
import {
  keys,
  type Manifest,
  type Pointer,
  readManifest,
  readShownState,
  type ShownState,
  writeShownState,
} from "./published-objects.js";

/**
 * Brings a data directory, whose lock for writing is held, to the state that the Delta logs of an object store show, beside its own
 * newest one: its files and its document first, then the word that it is shown.
 *
 * @param state Null where no logs are kept.
 * @returns Its snapshot; null where no logs are kept.
 * @throws MarketDataError `engine_unavailable`, `store_damaged`.
 */
export async function fetchShownState(
  store: ObjectStore,
  root: string,
  state: ShownState | null,
): Promise<Snapshot | null> {
  if (state === null) {
    await removeShown(root);
    return null;
  }
  const { snapshot, files } = await readManifest(store, state);
  await eachOf(snapshot.files, async ({ path }) => {
    const mark = files[path];
    if (mark !== undefined && !(await isThere(join(root, path), mark))) await fetchFile(store, path, root, path, mark);
  });
  // Not the number alone: after its objects were deleted, a place may have come to the same number again.
  const known = await readSnapshotFile(root, snapshot.version).catch(() => null);
  if (JSON.stringify(known) !== JSON.stringify(snapshot)) await writeSnapshotFile(root, snapshot);
  await writeShown(root, { snapshot: state.snapshot, versions: state.versions });
  return snapshot;
}

/**
 * What an object store says of the state that its Delta logs show, as its writer knows it. It is said over what is known, so a writer
 * that lost its lease says nothing more.
 */
export class PublishedShown {
  readonly #store: ObjectStore;
  readonly #root: string;
  #etag: string | null = null;
  #manifest: string | null = null;
  /** What readers of that state need of the store. */
  #paths: ReadonlySet<string> = new Set();

  private constructor(store: ObjectStore, root: string) {
    this.#store = store;
    this.#root = root;
  }

  /**
   * Reads what the store says, and has the directory say the same.
   *
   * @throws MarketDataError `engine_unavailable`, `store_damaged`.
   */
  static async open(store: ObjectStore, root: string): Promise<PublishedShown> {
    const published = new PublishedShown(store, root);
    const found = await readShownState(store);
    if (found === "unchanged") throw new TypeError("The shown state was read without a mark.");
    const snapshot = await fetchShownState(store, root, found?.state ?? null);
    if (found !== null && snapshot !== null) published.#know(found.etag, found.state.manifest, neededPaths(snapshot));
    return published;
  }

  /** Whether readers of the shown state need an object. */
  keeps(key: string): boolean {
    return key === this.#manifest || this.#paths.has(key);
  }

  /**
   * Says what the directory's logs show, once they are in the store: where that is the state that was published last, or
   * nothing. Of any other state it was said when that was the last.
   *
   * @throws MarketDataError `engine_unavailable`.
   */
  async send({ manifest, sha256 }: Pointer, { snapshot }: Manifest): Promise<void> {
    const shown = await readShown(this.#root);
    if (shown === null) {
      if (this.#etag !== null) await this.#store.remove([keys.shown]);
      this.#know(null, null, new Set());
      return;
    }
    if (shown.snapshot !== snapshot.version || manifest === null || sha256 === null || manifest === this.#manifest)
      return;
    const etag = await writeShownState(this.#store, { ...shown, manifest, sha256 }, this.#etag);
    if (etag !== null) this.#know(etag, manifest, neededPaths(snapshot));
  }

  #know(etag: string | null, manifest: string | null, paths: ReadonlySet<string>): void {
    [this.#etag, this.#manifest, this.#paths] = [etag, manifest, paths];
  }
}
