import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MarketDataError } from "../../errors.js";
import type { Snapshot } from "../../storage/snapshot.js";
import { isTableFilePath } from "../duckdb/data-layout.js";
import { writeDurably } from "../duckdb/durable-files.js";
import { folders, plainFiles } from "../duckdb/leftovers.js";
import { readPointer as readLocalPointer } from "../duckdb/snapshot-files.js";
import { endsWriter } from "../duckdb/writer-is-over.js";
import type { CacheMarker } from "./cache-marker.js";
import { eachOf, isThere, markOf } from "./copy-files.js";
import { fetchState } from "./fetch-state.js";
import type { ObjectStore } from "./object-store.js";
import {
  companionKey,
  companionPaths,
  damaged,
  type FileMark,
  keys,
  type Manifest,
  readManifest,
  readPointer,
  type ReadPointer,
  sha256Of,
  versionOfManifest,
  writeManifest,
  writePointer,
} from "./published-objects.js";
import { PublishedShown } from "./shown-state.js";
import { WriterLease } from "./writer-lease.js";

/** Old manifests to keep, as many as old snapshots in a folder. */
const keptManifests = 5;
/** Pauses between attempts to learn whether a publication was taken, in milliseconds. */
const pausesMs = [200, 1_000, 3_000];

/** Thrown when it cannot be learnt whether a state was published: then nothing more may be. */
export class UnknownOutcome extends Error {}

/**
 * The one writer of a place in an object store, over the data directory that is its cache. What it publishes is in the store first:
 * files, then a manifest, then the pointer, by a write over the pointer that it knows. A writer that lost its lease knows an
 * old pointer, so it can publish nothing.
 */
export class RemoteWriter {
  readonly #store: ObjectStore;
  readonly #root: string;
  readonly #lease: WriterLease;
  /** Differs from writer to writer, so that taking over changes the pointer. */
  readonly #name: string;
  #pointer: ReadPointer;
  #manifest: Manifest;
  /** Keys below {@link keys.files} that the store has. */
  readonly #stored: Set<string>;
  readonly #shown: PublishedShown;
  /** Files that change or vanish under their name (logs for other engines), as they were when they were sent. */
  readonly #sent = new Map<string, string>();

  private constructor(
    store: ObjectStore,
    root: string,
    of: {
      lease: WriterLease;
      name: string;
      pointer: ReadPointer;
      manifest: Manifest;
      stored: Set<string>;
      shown: PublishedShown;
    },
  ) {
    this.#store = store;
    this.#root = root;
    this.#lease = of.lease;
    this.#name = of.name;
    this.#pointer = of.pointer;
    this.#manifest = of.manifest;
    this.#stored = of.stored;
    this.#shown = of.shown;
  }

  /**
   * Takes the place of the writer and brings the directory, whose own lock is held, to the newest state.
   *
   * @throws MarketDataError `store_locked` while another writer has it; `engine_unavailable`, `store_damaged`,
   * `store_unwritable`.
   */
  static async open(
    store: ObjectStore,
    root: string,
    { owner, maxBytes, leaseMs }: Pick<CacheMarker, "owner" | "maxBytes" | "leaseMs">,
  ): Promise<RemoteWriter> {
    const lease = await WriterLease.take(store, owner, leaseMs);
    try {
      const name = randomUUID();
      const found = await readPointer(store);
      if (found === "unchanged") throw new TypeError("A pointer was read without a mark.");
      if (found === null && ((await readLocalPointer(root)) ?? 0) > 0)
        throw damaged(store, `its object ${keys.current} is lost, while its cache ${root} has data`);
      const before = found ?? { version: 0, manifest: null, sha256: null };
      // From here on, an earlier writer knows an old pointer.
      const pointer = await writePointer(store, { ...before, writer: name }, found?.etag ?? null);
      if (pointer === null) throw lost(store);
      const manifest = await readManifest(store, pointer);
      const stored = new Set<string>();
      for await (const key of store.list(keys.files)) stored.add(key);
      const shown = await PublishedShown.open(store, root);
      const writer = new RemoteWriter(store, root, { lease, name, pointer, manifest, stored, shown });
      await writer.#fetchLogs();
      await fetchState(store, root, manifest, { maxBytes, isKept: (path) => stored.has(path) });
      return writer;
    } catch (cause) {
      await lease.release();
      throw cause;
    }
  }

  /**
   * Publishes a state whose files are in the directory.
   *
   * @throws UnknownOutcome when the store went away at the moment of publication.
   * @throws MarketDataError `store_locked` when another writer has taken over; `engine_unavailable`. Nothing is published then.
   */
  async publish(snapshot: Snapshot): Promise<void> {
    this.#lease.refuseLost();
    const files: Record<string, FileMark> = {};
    const added: string[] = [];
    for (const { path } of snapshot.files) {
      const known = this.#manifest.files[path];
      if (known === undefined) added.push(path);
      else files[path] = known;
    }
    await eachOf(added, async (path) => {
      files[path] = await markOf(join(this.#root, path));
      await this.#store.upload(path, join(this.#root, path));
      this.#stored.add(path);
    });
    await this.#commit({ snapshot, files, companions: await this.#sendCompanions() });
  }

  /** Publishes the files beside the tables, where they have changed. @throws As {@link publish}. */
  async publishCompanions(): Promise<void> {
    this.#lease.refuseLost();
    const companions = await this.#sendCompanions();
    if (JSON.stringify(companions) !== JSON.stringify(this.#manifest.companions))
      await this.#commit({ ...this.#manifest, companions });
  }

  /**
   * Deletes what the published state does not name any more. Never fails: what is left is deleted by the next writer.
   *
   * @param isKept Whether somebody else still needs a file.
   */
  async removeUnused(isKept: (path: string) => boolean): Promise<void> {
    const { files, retired, version } = this.#manifest.snapshot;
    const named = new Set([...files, ...retired].map(({ path }) => path));
    const isNeeded = (key: string) => named.has(key) || this.#shown.keeps(key) || isKept(key);
    const unused = [...this.#stored].filter((key) => isTableFilePath(key) && !isNeeded(key));
    for (const key of unused) this.#stored.delete(key);
    const old: string[] = [];
    try {
      for await (const key of this.#store.list(keys.manifests)) {
        const of = versionOfManifest(key);
        if (of !== null && of <= version - keptManifests && key !== this.#pointer.manifest && !this.#shown.keeps(key))
          old.push(key);
      }
      await this.#store.remove([...unused, ...old]);
    } catch {
      // They do no harm.
    }
  }

  /** Sends the logs that other engines read, and deletes those that are gone here. They never decide what the data are. */
  async sendLogs(): Promise<void> {
    const here = await logsIn(this.#root);
    await eachOf(here, async (path) => {
      const { size, mtimeMs } = await stat(join(this.#root, path));
      const seen = `${size} ${mtimeMs}`;
      if (this.#sent.get(path) === seen) return;
      await this.#store.upload(path, join(this.#root, path));
      this.#sent.set(path, seen);
      this.#stored.add(path);
    });
    await this.#shown.send(this.#pointer, this.#manifest);
    const gone = [...this.#stored].filter((key) => isLog(key) && !here.includes(key));
    await this.#store.remove(gone);
    for (const key of gone) this.#stored.delete(key);
  }

  /** Gives the place back. */
  async close(): Promise<void> {
    await this.#lease.release();
    this.#store.close();
  }

  async #commit(manifest: Manifest): Promise<void> {
    const wanted = await writeManifest(this.#store, manifest, this.#name);
    let failure: unknown = null;
    for (const pauseMs of [0, ...pausesMs]) {
      await sleep(pauseMs);
      try {
        // An earlier attempt may have been taken, though its answer never came.
        const written =
          (await writePointer(this.#store, wanted, this.#pointer.etag)) ?? (await this.#ownPointer(wanted.manifest));
        if (written === null) throw endsWriter(lost(this.#store));
        [this.#pointer, this.#manifest] = [written, manifest];
        return;
      } catch (cause) {
        if (cause instanceof MarketDataError && cause.code === "store_locked") throw cause;
        failure = cause;
      }
    }
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new UnknownOutcome(message, { cause: failure });
  }

  async #ownPointer(manifest: string | null): Promise<ReadPointer | null> {
    const found = await readPointer(this.#store);
    return found !== null && found !== "unchanged" && found.manifest === manifest ? found : null;
  }

  async #sendCompanions(): Promise<Manifest["companions"]> {
    const companions: Record<string, FileMark> = {};
    for (const path of companionPaths) {
      const bytes = await readFile(join(this.#root, path)).catch(() => null);
      if (bytes === null) continue;
      const mark = { size: bytes.length, sha256: sha256Of(bytes) };
      companions[path] = mark;
      if (this.#manifest.companions[path]?.sha256 !== mark.sha256) await this.#store.put(companionKey(mark), bytes);
    }
    return companions;
  }

  /** A new cache has no logs, and they go on from where they are. */
  async #fetchLogs(): Promise<void> {
    await eachOf([...this.#stored].filter(isLog), async (key) => {
      const object = await this.#store.get(key);
      if (object === null || object === "unchanged") return;
      const mark = { size: object.bytes.length, sha256: "" };
      if (!(await isThere(join(this.#root, key), mark)))
        await writeDurably(this.#root, join(this.#root, key), object.bytes);
    });
  }
}

const logForm = /^files\/[a-z0-9-]+\/[a-z_]+\/(?:_delta_log|running)\/[\w.-]+$/;

/** Whether a key is that of a log for other engines, or of the rows of running days that belong to one. */
function isLog(key: string): boolean {
  return logForm.test(key);
}

async function logsIn(root: string): Promise<string[]> {
  const paths: string[] = [];
  for (const namespace of await folders(root, "files")) {
    for (const table of await folders(root, "files", namespace)) {
      // Rows before the versions that name them.
      for (const folder of ["running", "_delta_log"]) {
        const names = await plainFiles(root, "files", namespace, table, folder);
        paths.push(...names.map((name) => `files/${namespace}/${table}/${folder}/${name}`));
      }
    }
  }
  return paths.filter((path) => isLog(path));
}

function lost(store: ObjectStore): MarketDataError {
  const message = `Another process has taken over writing to ${store.name}. Nothing more is published from here; what was published before is safe.`;
  return new MarketDataError("store_locked", message, {});
}
