import { deflateRawSync } from "node:zlib";

type Parts = Readonly<Record<string, string | Uint8Array>>;

/**
 * Packs parts into a zip archive, without check sums.
 * @param declare the unpacked size that the archive names for a part, to lie about it
 */
export function packArchive(
  parts: Parts,
  declare: (name: string, size: number) => number = (_name, size) => size,
): Buffer {
  return packEntries(
    Object.entries(parts).map(([name, part]) => {
      const content = Buffer.from(part);
      const packed = deflateRawSync(content, { level: 1 });
      const sizes = [packed.length, declare(name, content.length)] as const;
      return {
        name: Buffer.from(name),
        packed,
        method: 8,
        sizes,
        localExtra: Buffer.alloc(0),
        placeExtra: () => Buffer.alloc(0),
      };
    }),
    (count, length, offset) => {
      const end = Buffer.alloc(22);
      end.write("PK\u0005\u0006", "latin1");
      end.writeUInt16LE(count, 8);
      end.writeUInt16LE(count, 10);
      end.writeUInt32LE(length, 12);
      end.writeUInt32LE(offset, 16);
      return end;
    },
  );
}

/** Packs parts as programs do that write zip64 throughout: sizes, places and the directory's end in 64 bits. */
export function packZip64(parts: Parts): Buffer {
  return packEntries(
    Object.entries(parts).map(([name, part]) => {
      const packed = Buffer.from(part);
      const sizes = [packed.length, packed.length] as const;
      return {
        name: Buffer.from(name),
        packed,
        method: 0,
        sizes: [ALL_ONES, ALL_ONES] as const,
        localExtra: writeZip64Extra(sizes),
        placeExtra: (offset: number) => writeZip64Extra([...sizes, offset]),
      };
    }),
    (count, length, offset) => {
      const end64 = Buffer.alloc(56);
      end64.write("PK\u0006\u0006", "latin1");
      end64.writeBigUInt64LE(44n, 4);
      end64.writeUInt16LE(45, 12);
      end64.writeUInt16LE(45, 14);
      const numbers = [count, count, length, offset];
      numbers.forEach((number, index) => {
        end64.writeBigUInt64LE(BigInt(number), 24 + 8 * index);
      });
      const locator = Buffer.alloc(20);
      locator.write("PK\u0006\u0007", "latin1");
      locator.writeBigUInt64LE(BigInt(offset + length), 8);
      locator.writeUInt32LE(1, 16);
      const end = Buffer.alloc(22, 0xff);
      end.write("PK\u0005\u0006\u0000\u0000\u0000\u0000", "latin1");
      end.writeUInt16LE(0, 20);
      return Buffer.concat([end64, locator, end]);
    },
  );
}

const ALL_ONES = 0xffffffff;

interface PackedEntry {
  readonly name: Buffer;
  readonly packed: Buffer;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  /** Packed and unpacked, as the archive names them. */
  readonly sizes: readonly [number, number];
  readonly localExtra: Buffer;
  placeExtra(offset: number): Buffer;
}

function packEntries(
  entries: readonly PackedEntry[],
  writeEnd: (count: number, length: number, offset: number) => Buffer,
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, method, sizes, localExtra, placeExtra } of entries) {
    const header = (extra: Buffer) => {
      const common = Buffer.alloc(26);
      common.writeUInt16LE(45, 0);
      common.writeUInt16LE(0x0800, 2);
      common.writeUInt16LE(method, 4);
      common.writeUInt32LE(sizes[0], 14);
      common.writeUInt32LE(sizes[1], 18);
      common.writeUInt16LE(name.length, 22);
      common.writeUInt16LE(extra.length, 24);
      return common;
    };
    const body = Buffer.concat([Buffer.from("PK\u0003\u0004"), header(localExtra), name, localExtra, packed]);
    const extra = placeExtra(offset);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(extra.length > 0 ? ALL_ONES : offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u002d\u0000"), header(extra), place, name, extra]));
    bodies.push(body);
    offset += body.length;
  }
  const places = Buffer.concat(directory);
  return Buffer.concat([...bodies, places, writeEnd(entries.length, places.length, offset)]);
}

function writeZip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, index) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  });
  return extra;
}
