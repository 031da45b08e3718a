/**
 * Structs of Thrift's compact protocol, in which the index of a Parquet file is written. Fields that nothing here knows are kept as they
 * are, so that a newer engine may write more. Source: Apache Thrift, "Thrift Compact protocol encoding".
 */
export type ThriftStruct = Map<number, ThriftField>;

/** A value with its type in a field's header. */
export interface ThriftField {
  readonly type: number;
  readonly value: ThriftValue;
}

/** A list or set: {@link element} is the type of its items. */
export interface ThriftList {
  readonly element: number;
  readonly items: ThriftValue[];
}

/** Integers of any width are bigint; doubles and binaries are their bytes. */
export type ThriftValue = boolean | bigint | Uint8Array | ThriftList | ThriftStruct;

const types = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  struct: 12,
} as const;

const doubleBytes = 8;

/** Items of a list from which on their number has bytes of its own. */
const longList = 15;

/**
 * Reads a struct.
 *
 * @throws RangeError for bytes that end too early, and for types that Parquet does not use.
 */
export function readThriftStruct(bytes: Uint8Array): ThriftStruct {
  return new StructReader(bytes).struct();
}

/** The bytes of a struct, its fields in the order of the map. */
export function thriftBytes(struct: ThriftStruct): Uint8Array {
  const writer = new StructWriter();
  writer.struct(struct);
  return writer.bytes();
}

class StructReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  struct(): ThriftStruct {
    const fields: ThriftStruct = new Map();
    for (let id = 0; ;) {
      const header = this.#byte();
      if (header === 0) return fields;
      const type = header & 15;
      id = header >> 4 === 0 ? Number(this.#integer()) : id + (header >> 4);
      const isBoolean = type === types.true || type === types.false;
      fields.set(id, { type, value: isBoolean ? type === types.true : this.#value(type) });
    }
  }

  #value(type: number): ThriftValue {
    switch (type) {
      case types.true:
      case types.false:
        return this.#byte() === types.true;
      case types.byte:
        return BigInt(this.#byte());
      case types.i16:
      case types.i32:
      case types.i64:
        return this.#integer();
      case types.double:
        return this.#some(doubleBytes);
      case types.binary:
        return this.#some(Number(this.#unsigned()));
      case types.list:
      case types.set:
        return this.#list();
      case types.struct:
        return this.struct();
      default:
        throw new RangeError(`A Thrift value of type ${type} is not expected here.`);
    }
  }

  #list(): ThriftList {
    const header = this.#byte();
    const length = header >> 4 === longList ? Number(this.#unsigned()) : header >> 4;
    const element = header & 15;
    const items: ThriftValue[] = [];
    for (let nth = 0; nth < length; nth += 1) items.push(this.#value(element));
    return { element, items };
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError("A Thrift struct ends too early.");
    this.#at += 1;
    return byte;
  }

  #some(count: number): Uint8Array {
    const some = this.#bytes.subarray(this.#at, this.#at + count);
    if (some.length < count) throw new RangeError("A Thrift struct ends too early.");
    this.#at += count;
    return some;
  }

  #unsigned(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }

  #integer(): bigint {
    const value = this.#unsigned();
    return (value >> 1n) ^ -(value & 1n);
  }
}

class StructWriter {
  readonly #parts: Uint8Array[] = [];
  #small: number[] = [];

  struct(fields: ThriftStruct): void {
    let before = 0;
    for (const [id, { type, value }] of fields) {
      const step = id - before;
      if (step > 0 && step <= 15) this.#small.push((step << 4) | type);
      else {
        this.#small.push(type);
        this.#integer(BigInt(id));
      }
      before = id;
      // A truth value in a field stands in the header.
      if (typeof value !== "boolean") this.#value(type, value);
    }
    this.#small.push(0);
  }

  bytes(): Uint8Array {
    this.#handSmall();
    return Buffer.concat(this.#parts);
  }

  #value(type: number, value: ThriftValue): void {
    if (typeof value === "boolean") this.#small.push(value ? types.true : types.false);
    else if (typeof value === "bigint") {
      if (type === types.byte) this.#small.push(Number(value));
      else this.#integer(value);
    } else if (value instanceof Uint8Array) {
      if (type === types.binary) this.#unsigned(BigInt(value.length));
      this.#handSmall();
      this.#parts.push(value);
    } else if (value instanceof Map) this.struct(value);
    else this.#list(value);
  }

  #list({ element, items }: ThriftList): void {
    this.#small.push((Math.min(items.length, longList) << 4) | element);
    if (items.length >= longList) this.#unsigned(BigInt(items.length));
    for (const item of items) this.#value(element, item);
  }

  #integer(value: bigint): void {
    this.#unsigned(value < 0n ? -2n * value - 1n : 2n * value);
  }

  #unsigned(value: bigint): void {
    let rest = value;
    for (; rest > 127n; rest >>= 7n) this.#small.push(Number(rest & 127n) | 128);
    this.#small.push(Number(rest));
  }

  #handSmall(): void {
    this.#parts.push(Uint8Array.from(this.#small));
    this.#small = [];
  }
}
