import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { RejectedRecord } from "../../ingest/record.js";
import { layout } from "../duckdb/data-layout.js";

/**
 * Stores rejected records in `rejected/<namespace>/<input>-<hash>.jsonl` in the data directory: one JSON object per
 * line with `file`, `line`, `reason`, `message` and the whole record as `raw`. The same input writes the same file, so
 * reading it twice changes nothing. An input without rejects removes the file of an earlier reading.
 */
export class RejectFile {
  readonly #path: string;
  #handle: FileHandle | null = null;
  #finished = false;

  constructor(dataDirectory: string, namespace: string, inputs: readonly string[]) {
    const names = inputs.map((input) => resolve(input));
    const hash = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 8);
    const first = basename(inputs[0] ?? "input").replaceAll(/[^\w.-]/g, "_");
    this.#path = join(resolve(dataDirectory), layout.rejected, namespace, `${first}-${hash}.jsonl`);
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
