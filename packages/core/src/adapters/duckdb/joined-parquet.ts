import { type FileHandle, open } from "node:fs/promises";
import { readThriftStruct, thriftBytes, type ThriftField, type ThriftStruct } from "./thrift-compact.js";

/** First and last bytes of every Parquet file. */
const magic = Buffer.from("PAR1");

/** The length of the index and the magic, at the very end. */
const tailBytes = 8;

/** Fields of the index that are read or changed here, by their numbers in parquet.thrift. */
const fileFields = { schema: 2, rows: 3, rowGroups: 4 } as const;
const rowGroupFields = { columns: 1, offset: 5, ordinal: 7 } as const;
const chunkFields = { offset: 2, values: 3, pageOffsets: 4, pageValues: 6 } as const;
const valuesFields = { dataPage: 9, indexPage: 10, dictionaryPage: 11, bloomFilter: 14 } as const;

/** Bytes of a file: from the first one up to the one after the last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Joins Parquet files with the same columns into one without decoding any value: their row groups follow one
 * another, and one footer at the end says where each is. So a long answer can be sent while it is made.
 */
export class JoinedParquet {
  #index: ThriftStruct | null = null;
  #schema: Uint8Array | null = null;
  readonly #rowGroups: ThriftStruct[] = [];
  #rows = 0n;
  #length = magic.length;

  /** The first bytes. */
  begin(): Uint8Array {
    return magic;
  }

  /**
   * Adds a file.
   *
   * @returns Its bytes that come next, all of them.
   * @throws RangeError for a file that is no Parquet file, and for one with other columns.
   */
  async add(path: string): Promise<ByteRange> {
    const file = await open(path);
    try {
      const { index, end } = await readIndex(file);
      const schema = thriftBytes(new Map([[fileFields.schema, fieldOf(index, fileFields.schema)]]));
      if (this.#schema !== null && Buffer.compare(this.#schema, schema) !== 0)
        throw new RangeError("Parquet files with other columns cannot be joined.");
      this.#schema = schema;
      this.#index ??= index;
      const moved = BigInt(this.#length - magic.length);
      for (const group of itemsOf(index, fileFields.rowGroups)) this.#rowGroups.push(this.#moved(group, moved));
      this.#rows += integerOf(index, fileFields.rows);
      this.#length += end - magic.length;
      return { start: magic.length, end };
    } finally {
      await file.close();
    }
  }

  /** The last bytes: the index of all files. */
  end(): Uint8Array {
    if (this.#index === null) throw new RangeError("There is nothing to join.");
    const { type } = fieldOf(this.#index, fileFields.rowGroups);
    const index = new Map(this.#index)
      .set(fileFields.rows, { ...fieldOf(this.#index, fileFields.rows), value: this.#rows })
      .set(fileFields.rowGroups, { type, value: { element: structType, items: this.#rowGroups } });
    const bytes = thriftBytes(index);
    const tail = Buffer.alloc(tailBytes);
    tail.writeUInt32LE(bytes.length);
    magic.copy(tail, tailBytes - magic.length);
    return Buffer.concat([bytes, tail]);
  }

  /** The row group with every place in the file further back, and with its own number. */
  #moved(group: ThriftStruct, by: bigint): ThriftStruct {
    const { columns, offset, ordinal } = rowGroupFields;
    const moved = movedFields(group, [offset], by);
    const chunks = itemsOf(group, columns).map((chunk) => {
      const { offset: at, values, pageOffsets, pageValues } = chunkFields;
      const own = movedFields(chunk, [at, pageOffsets, pageValues], by);
      const described = chunk.get(values);
      if (!(described?.value instanceof Map)) return own;
      return own.set(values, {
        ...described,
        value: movedFields(described.value, Object.values(valuesFields), by),
      });
    });
    moved.set(columns, { ...fieldOf(group, columns), value: { element: structType, items: chunks } });
    const numbered = group.get(ordinal);
    if (numbered !== undefined) moved.set(ordinal, { ...numbered, value: BigInt(this.#rowGroups.length) });
    return moved;
  }
}

/** Type of a struct in a list. */
const structType = 12;

async function readIndex(file: FileHandle): Promise<{ readonly index: ThriftStruct; readonly end: number }> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - tailBytes), tailBytes);
  if (size < magic.length + tailBytes || !tail.subarray(tailBytes - magic.length).equals(magic))
    throw new RangeError("This is not a Parquet file.");
  const end = size - tailBytes - tail.readUInt32LE();
  return { index: readThriftStruct(await bytesAt(file, end, size - tailBytes - end)), end };
}

async function bytesAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** A copy in which these fields, where they are there and name a place, name it further back. */
function movedFields(struct: ThriftStruct, ids: readonly number[], by: bigint): ThriftStruct {
  const copy: ThriftStruct = new Map(struct);
  for (const id of ids) {
    const field = struct.get(id);
    // 0 means that there is none.
    if (typeof field?.value === "bigint" && field.value > 0n) copy.set(id, { ...field, value: field.value + by });
  }
  return copy;
}

function fieldOf(struct: ThriftStruct, id: number): ThriftField {
  const field = struct.get(id);
  if (field === undefined) throw new RangeError(`The index of a Parquet file lacks field ${id}.`);
  return field;
}

function integerOf(struct: ThriftStruct, id: number): bigint {
  const { value } = fieldOf(struct, id);
  if (typeof value !== "bigint") throw new RangeError(`Field ${id} of a Parquet file's index is not an integer.`);
  return value;
}

function itemsOf(struct: ThriftStruct, id: number): ThriftStruct[] {
  const { value } = fieldOf(struct, id);
  if (typeof value !== "object" || !("items" in value))
    throw new RangeError(`Field ${id} of a Parquet file's index is not a list.`);
  return value.items.filter((item) => item instanceof Map);
}
