import { promisify } from "node:util";
import { type InputType, inflateRaw as inflateRawCallback, type ZlibOptions } from "node:zlib";
import { UnreadableTable } from "./unreadable";

const inflateRaw = promisify<InputType, ZlibOptions, Buffer>(inflateRawCallback);

/** What the parts of one workbook may inflate to together; a report of 100 000 rows takes about half. */
export const INFLATED_LIMIT = 128 * 1024 * 1024;
const ENTRIES_LIMIT = 500;

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const DIRECTORY_END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

const BROKEN = "Файл повреждён: его не удаётся распаковать. Сохраните таблицу ещё раз и загрузите новый файл.";
const TOO_LARGE = "Файл распаковывается в слишком большой объём. Разделите таблицу на несколько файлов.";

interface DirectoryEntry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly inflated: number;
  readonly offset: number;
}

/** The names in a zip archive, without unpacking it. @throws UnreadableTable when it isn't a whole archive */
export function listZipEntries(archive: Buffer): string[] {
  return readDirectory(archive).map((entry) => entry.name);
}

/**
 * Unpacks the wanted entries of a zip archive. The sizes that the archive declares are added up first; since they can
 * lie, inflating stops at the declared size too.
 * @throws UnreadableTable for a broken, encrypted or too large archive
 */
export async function unpackZip(archive: Buffer, wanted: (name: string) => boolean): Promise<Record<string, Buffer>> {
  const entries = readDirectory(archive).filter((entry) => wanted(entry.name));
  if (entries.reduce((sum, entry) => sum + entry.inflated, 0) > INFLATED_LIMIT) throw new UnreadableTable(TOO_LARGE);
  const contents: Record<string, Buffer> = {};
  for (const entry of entries) contents[entry.name] = await unpackEntry(archive, entry);
  return contents;
}

function readDirectory(archive: Buffer): DirectoryEntry[] {
  const end = findDirectoryEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  if (count > ENTRIES_LIMIT) throw new UnreadableTable(TOO_LARGE);
  const entries: DirectoryEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new UnreadableTable(BROKEN);
    const nameLength = archive.readUInt16LE(at + 28);
    entries.push({
      flags: archive.readUInt16LE(at + 8),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      inflated: archive.readUInt32LE(at + 24),
      offset: archive.readUInt32LE(at + 42),
      name: archive.toString("utf8", at + 46, at + 46 + nameLength),
    });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function findDirectoryEnd(archive: Buffer): number {
  const lowest = Math.max(0, archive.length - DIRECTORY_END_BYTES - LONGEST_COMMENT);
  for (let at = archive.length - DIRECTORY_END_BYTES; at >= lowest; at--) {
    if (archive.readUInt32LE(at) === DIRECTORY_END) return at;
  }
  throw new UnreadableTable(BROKEN);
}

async function unpackEntry(archive: Buffer, entry: DirectoryEntry): Promise<Buffer> {
  if (entry.flags & ENCRYPTED) {
    throw new UnreadableTable("Файл защищён паролем. Снимите защиту и загрузите его ещё раз.");
  }
  const { offset } = entry;
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== LOCAL_ENTRY) throw new UnreadableTable(BROKEN);
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const packed = archive.subarray(start, start + entry.packed);
  if (packed.length !== entry.packed) throw new UnreadableTable(BROKEN);
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED) throw new UnreadableTable(BROKEN);
  try {
    return await inflateRaw(packed, { maxOutputLength: Math.max(entry.inflated, 1) });
  } catch (error) {
    const tooLong = error instanceof RangeError;
    throw new UnreadableTable(tooLong ? TOO_LARGE : BROKEN);
  }
}
