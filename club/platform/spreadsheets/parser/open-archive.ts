import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { UnreadableTableError } from "../unreadable-table-error";
import { refusePassword } from "./find-format";
import { LIMITS, tooLargeUnpacked } from "./limits";

/** A price list may have a picture in every row. */
const ENTRIES_LIMIT = 10_000;

/** The parts of a zip archive. Names are compared as spreadsheets do: without capitals, `\` as `/`. */
export interface Archive {
  has(name: string): boolean;
  /** Unpacks a part piece by piece. @throws UnreadableTableError when it is missing, broken, encrypted or too large */
  read(name: string): AsyncIterable<Buffer>;
  /** Unpacks everything, and keeps nothing. @throws UnreadableTableError as `read` does */
  measure(): Promise<void>;
}

export function brokenArchive(cause?: unknown): UnreadableTableError {
  return new UnreadableTableError(
    "Файл повреждён: его не удаётся распаковать. Сохраните таблицу ещё раз и загрузите новый файл.",
    { cause },
  );
}

/**
 * Opens a zip archive. All parts together may unpack to `LIMITS.unpacked` bytes. That is counted while they are unpacked,
 * whatever sizes the archive declares.
 *
 * @throws UnreadableTableError for a broken archive
 */
export async function openArchive(content: Buffer): Promise<Archive> {
  const { zip, entries } = await listEntries(content);
  let unpacked = 0;
  const archive: Archive = {
    has: (name) => entries.has(normalizeName(name)),
    async *read(name) {
      const entry = entries.get(normalizeName(name));
      if (!entry) throw brokenArchive();
      if (entry.isEncrypted()) throw refusePassword();
      if (unpacked + entry.uncompressedSize > LIMITS.unpacked) throw tooLargeUnpacked();
      try {
        for await (const chunk of await zip.openReadStreamPromise(entry)) {
          unpacked += chunk.length;
          if (unpacked > LIMITS.unpacked) throw tooLargeUnpacked();
          yield chunk;
        }
      } catch (error) {
        if (error instanceof UnreadableTableError) throw error;
        const isLonger = error instanceof Error && error.message.startsWith("too many bytes in the stream");
        throw isLonger ? tooLargeUnpacked(error) : brokenArchive(error);
      }
    },
    async measure() {
      for (const name of entries.keys()) {
        // Folders have no content.
        if (name.endsWith("/")) continue;
        for await (const _ of archive.read(name));
      }
    },
  };
  return archive;
}

async function listEntries(content: Buffer): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  try {
    // Without decoding, yauzl accepts names that would be dangerous as paths of files. Nothing is written to files here.
    const zip = await fromBufferPromise(content, { decodeStrings: false });
    if (zip.entryCount > ENTRIES_LIMIT) throw tooLargeUnpacked();
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(normalizeName(entry.fileNameRaw.toString("utf8")), entry);
    return { zip, entries };
  } catch (error) {
    throw error instanceof UnreadableTableError ? error : brokenArchive(error);
  }
}

function normalizeName(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}
