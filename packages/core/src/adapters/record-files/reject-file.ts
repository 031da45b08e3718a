import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { RejectedRecord } from "../../ingest/record.js";
import { layout } from "../duckdb/data-layout.js";

/** The file of rejected records of these inputs: `rejected/<namespace>/<input>-<hash>.jsonl` in the data directory. */
export function rejectPath(dataDirectory: string, namespace: string, inputs: readonly string[]): string {
  const names = inputs.map((input) => resolve(input));
  const hash = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8);
  const first = basename(inputs[0] ?? "input").replaceAll(/[^\w.-]/g, "_");
  return join(resolve(dataDirectory), layout.rejected, namespace, `${first}-${hash}.jsonl`);
}

/**
 * Stores rejected records in a file: one JSON object per line with `file`, `line`, `reason`, `message` and the whole record
 * as `raw`. The file is written anew, so reading the same input twice changes nothing. An input without rejects removes the
 * file of an earlier reading.
 */
export class RejectFile {
  readonly #path: string;
  #handle: FileHandle | null = null;
  #finished = false;

  constructor(path: string) {
    this.#path = path;
  }

  async add({ position, reason, message, raw }: RejectedRecord): Promise<void> {
    if (this.#handle === null) {
      await mkdir(dirname(this.#path), { recursive: true });
      this.#handle = await open(`${this.#path}.part`, "w");
    }
    await this.#handle.write(`${JSON.stringify({ ...position, reason, message, raw })}\n`);
  }

  /** Completes the file. @returns Its path; null when nothing was rejected. Safe to call twice. */
  async finish(): Promise<string | null> {
    if (this.#finished) return null;
    this.#finished = true;
    if (this.#handle === null) {
      await rm(this.#path, { force: true });
      return null;
    }
    await this.#handle.sync();
    await this.#handle.close();
    await rename(`${this.#path}.part`, this.#path);
    return this.#path;
  }
}
