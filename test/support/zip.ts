import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP archive with one deflated file. */
export function zipOf(name: string, content: string): Buffer {
  const [bytes, file] = [Buffer.from(content), Buffer.from(name)];
  const packed = deflateRawSync(bytes);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(bytes), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(bytes.length, 8);
  const names = Buffer.alloc(4);
  names.writeUInt16LE(file.length, 0);
  const version = Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
  const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), version, sizes, names, file, packed]);
  const central = Buffer.concat([
    Buffer.from("PK\u0001\u0002"),
    Buffer.from([20, 0]),
    version,
    sizes,
    names,
    Buffer.alloc(14),
    file,
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
