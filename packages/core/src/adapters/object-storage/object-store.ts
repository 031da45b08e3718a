/** A small object, and the mark that changes with its content. */
export interface StoredObject {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/** When a write may happen: only over this content, or only where there is nothing. */
export type WriteCondition = { readonly over: string } | "nothing-there";

/** The operations of an object store that a data directory in it needs. Keys are below the prefix. */
export interface ObjectStore {
  /** The address, for messages. */
  readonly name: string;
  /** A whole object; null where there is none, `unchanged` where it still has the given mark. */
  get(key: string, known?: string): Promise<StoredObject | "unchanged" | null>;
  /** The object as a stream; null where there is none. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Writes a whole object, atomically.
   *
   * @returns Its mark; null when the condition does not hold, and then nothing was written.
   */
  put(key: string, bytes: Uint8Array, condition?: WriteCondition): Promise<string | null>;
  /** Writes a file, atomically. */
  upload(key: string, path: string): Promise<void>;
  /** Keys that begin with this. */
  list(start: string): AsyncIterable<string>;
  /** Deletes objects; missing ones are no error. */
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}
