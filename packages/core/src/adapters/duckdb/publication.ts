import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "../../errors.js";
import type { Snapshot } from "../../storage/snapshot.js";
import { type RemoteWriter, UnknownOutcome } from "../object-storage/remote-writer.js";
import { layout, snapshotFileName } from "./data-layout.js";
import { diskFaultOf } from "./disk-fault.js";
import type { FileSet } from "./file-set.js";
import { removeOutdated, withoutDue } from "./leftovers.js";
import { publishSnapshot, readPointer } from "./snapshot-files.js";
import { endsWriter } from "./writer-is-over.js";

/** The published state of a directory, advanced by its one writer. */
export class PublishedState {
  readonly #root: string;
  readonly #isKept: (path: string) => boolean;
  /** Where a state is published first; null where the directory itself is the place. */
  readonly #remote: RemoteWriter | null;
  #snapshot: Snapshot;
  /** Set when nothing more may be published, because it is unknown what readers see. */
  #uncertain: MarketDataError | null = null;

  /**
   * @param isKept Whether somebody else still needs a file that the snapshots do not name any more.
   * @param remote The store that the directory is the cache of.
   */
  constructor(root: string, snapshot: Snapshot, isKept: (path: string) => boolean, remote: RemoteWriter | null = null) {
    this.#root = root;
    this.#isKept = isKept;
    this.#remote = remote;
    this.#snapshot = snapshot;
  }

  /** The newest state. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /**
   * Publishes the next state. If that fails before readers can see it, its files are deleted; after that point, never.
   *
   * @param planned The state without its number and time.
   * @param files The files that it adds.
   * @throws MarketDataError `store_unwritable`, `engine_unavailable`.
   */
  async advance(planned: Snapshot, files: FileSet, now: Date): Promise<Snapshot> {
    if (this.#uncertain !== null) {
      await files.discard();
      throw this.#uncertain;
    }
    const { kept, due } = withoutDue(planned, now);
    const next = { ...kept, version: this.#snapshot.version + 1, publishedAt: now.toISOString() };
    await this.#publishRemotely(next, files);
    const failure = await publishSnapshot(this.#root, next).then(
      () => null,
      (cause: unknown) => this.#settle(next, files, cause),
    );
    if (failure !== null) throw failure;
    this.#snapshot = next;
    const unused = due.filter((path) => !this.#isKept(path));
    await removeOutdated(this.#root, next.version, unused, this.#isKept);
    if (due.length > 0) await this.#remote?.removeUnused(this.#isKept);
    return next;
  }

  /** In an object store the state counts as published from here on, whatever becomes of the directory. */
  async #publishRemotely(next: Snapshot, files: FileSet): Promise<void> {
    try {
      await this.#remote?.publish(next);
    } catch (cause) {
      // Whether or not it was published, the next writer takes what the store says.
      if (cause instanceof UnknownOutcome) throw (this.#uncertain = endsWriter(uncertain(cause)));
      await files.discard();
      throw notPublished(cause);
    }
  }

  /**
   * The error does not say whether the pointer was already renamed, so read the pointer: what readers may see must not
   * be deleted.
   */
  async #settle(next: Snapshot, files: FileSet, cause: unknown): Promise<MarketDataError> {
    if (this.#remote !== null) return (this.#uncertain = endsWriter(unconfirmed(cause)));
    const pointer = await readPointer(this.#root).catch(() => null);
    if (pointer === next.version) {
      this.#snapshot = next;
      return unconfirmed(cause);
    }
    // If the pointer is unreadable, a later publication might overwrite this state.
    if (typeof pointer !== "number") return (this.#uncertain = endsWriter(uncertain(cause)));
    await rm(join(this.#root, layout.snapshots, snapshotFileName(next.version)), { force: true }).catch(
      () => undefined,
    );
    await files.discard();
    return notPublished(cause);
  }
}

/** The error for a publication that failed before readers could see any of it. */
export function notPublished(cause: unknown): MarketDataError {
  if (cause instanceof MarketDataError) return cause;
  const fault = diskFaultOf(cause);
  if (fault === null) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new MarketDataError("engine_unavailable", `Nothing was published: ${reason}`, {}, { cause });
  }
  const message = `The last batch was not published: ${fault}. What was published before is safe; the same run completes it.`;
  return new MarketDataError("store_unwritable", message, {}, { cause });
}

function unconfirmed(cause: unknown): MarketDataError {
  const message = `The last batch is published, but the disk did not confirm the write: ${faultOf(cause)}. Run the same again.`;
  return new MarketDataError("store_unwritable", message, {}, { cause });
}

function uncertain(cause: unknown): MarketDataError {
  const message = `It is not known whether the last batch was published: ${faultOf(cause)}. Run the same again.`;
  return new MarketDataError("store_unwritable", message, {}, { cause });
}

function faultOf(cause: unknown): string {
  return diskFaultOf(cause) ?? (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
}
