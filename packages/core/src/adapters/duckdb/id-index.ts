import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";
import type { DuckDBConnection } from "@duckdb/node-api";
import { growingHashes } from "../../metrics/growing-array.js";
import type { StoredFile } from "../../storage/snapshot.js";
import { layout } from "./data-layout.js";
import { plainFiles } from "./leftovers.js";
import { scan } from "./table-source.js";
import { IdFilter, type IdHash } from "./id-filter.js";

/** Every filter file starts with its format, then the checksum of the rest. */
const magic = "ids2";
const headBytes = 8;

/** 64-bit hash of an id as SQL; the same in every release of the engine. */
export const idHash = (expression: string) => `md5_number_lower(${expression})`;
/** Tells a thread's id from the id of the document that starts it. */
export const threadHash = (expression: string) => idHash(`'thread ' || ${expression}`);

/** What a change asks of the index. */
export type IdLookup = Pick<IdIndex, "among" | "add">;

/**
 * Finds the mention files that may contain a document, or a reply in a thread: one filter per file, in memory once used
 * (four bytes per document), and on disk beside the data.
 */
export class IdIndex {
  readonly #root: string;
  readonly #filters = new Map<string, IdFilter>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The files that may contain one of the hashed ids. */
  async among(
    files: readonly StoredFile[],
    hashes: readonly IdHash[],
    connection: DuckDBConnection,
  ): Promise<StoredFile[]> {
    const found: StoredFile[] = [];
    for (const file of files) {
      const filter = await this.#filterOf(file, connection);
      if (hashes.some((hash) => filter.mayHold(hash))) found.push(file);
    }
    return found;
  }

  /** Builds the filter of a new file. */
  async add(file: StoredFile, connection: DuckDBConnection): Promise<void> {
    const sql = `SELECT (hash >> 32)::UINTEGER AS high, (hash & 4294967295)::UINTEGER AS low FROM (
  SELECT ${idHash("document_id")} AS hash FROM (SELECT DISTINCT document_id FROM ${this.#scan(file)})
  UNION ALL SELECT ${threadHash("thread_id")} FROM (SELECT DISTINCT thread_id FROM ${this.#scan(file)} WHERE thread_id <> document_id)
)`;
    // Chunk by chunk, as plain numbers: a large file has millions of hashes.
    const [highs, lows] = [growingHashes(), growingHashes()];
    for await (const chunk of await connection.stream(sql)) {
      chunk.visitColumnValues(0, (high) => highs.push(high as number));
      chunk.visitColumnValues(1, (low) => lows.push(low as number));
    }
    const filter = IdFilter.ofSize(highs.length);
    for (let at = 0; at < highs.length; at += 1) filter.add([highs.at(at), lows.at(at)]);
    this.#filters.set(file.path, filter);
    const path = this.#pathOf(file);
    await mkdir(join(this.#root, layout.index), { recursive: true });
    const head = Buffer.alloc(headBytes);
    head.write(magic, "latin1");
    head.writeUInt32LE(crc32(filter.bytes), magic.length);
    // Not synced: a torn filter fails its checksum and is built again.
    await writeFile(`${path}.new`, Buffer.concat([head, filter.bytes]));
    await rename(`${path}.new`, path);
  }

  /** Drops the filters of removed files. */
  async keepOnly(files: readonly StoredFile[]): Promise<void> {
    const paths = new Set(files.map(({ path }) => path));
    for (const path of this.#filters.keys()) if (!paths.has(path)) this.#filters.delete(path);
    const names = new Set(files.map((file) => basename(this.#pathOf(file))));
    const present = await plainFiles(this.#root, layout.index).catch(() => []);
    for (const name of present)
      if (/^\d{4}-\d{2}-[0-9a-f]{16}\.ids(?:\.new)?$/.test(name) && !names.has(name))
        await rm(join(this.#root, layout.index, name), { force: true });
  }

  async #filterOf(file: StoredFile, connection: DuckDBConnection): Promise<IdFilter> {
    const known = this.#filters.get(file.path) ?? (await this.#read(file));
    if (known !== null) {
      this.#filters.set(file.path, known);
      return known;
    }
    await this.add(file, connection);
    return this.#filters.get(file.path) ?? IdFilter.of([]);
  }

  async #read(file: StoredFile): Promise<IdFilter | null> {
    const content = await readFile(this.#pathOf(file)).catch(() => null);
    if (content === null || content.length < headBytes || content.toString("latin1", 0, magic.length) !== magic)
      return null;
    const bytes = content.subarray(headBytes);
    return bytes.length > 0 && crc32(bytes) === content.readUInt32LE(magic.length) ? new IdFilter(bytes) : null;
  }

  #pathOf({ path }: StoredFile): string {
    return join(this.#root, layout.index, `${basename(path, ".parquet")}.ids`);
  }

  #scan({ path }: StoredFile): string {
    return scan([{ path: join(this.#root, path) }]);
  }
}
