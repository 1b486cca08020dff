import { buffer } from "node:stream/consumers";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { UnreadableTableError } from "./unreadable-table-error";

/** Bytes that the wanted entries may unpack to together; a report of 100 000 rows takes about half. */
const UNPACKED_LIMIT = 128 * 1024 * 1024;
const ENTRIES_LIMIT = 500;

const BROKEN = "Файл повреждён: его не удаётся распаковать. Сохраните таблицу ещё раз и загрузите новый файл.";
const TOO_LARGE = "Файл распаковывается в слишком большой объём. Разделите таблицу на несколько файлов.";
const ENCRYPTED = "Файл защищён паролем. Снимите защиту и загрузите его ещё раз.";

/**
 * Unpacks the wanted entries of a zip archive, by their names. The sizes that the archive declares are added up before
 * anything is unpacked; yauzl stops unpacking an entry that is longer than it declares.
 *
 * @throws UnreadableTableError for a broken, encrypted or too large archive
 */
export async function unpackZip(archive: Buffer, isWanted: (name: string) => boolean): Promise<Record<string, Buffer>> {
  try {
    const zip = await fromBufferPromise(archive);
    const entries = await listEntries(zip, isWanted);
    if (entries.some((entry) => entry.isEncrypted())) throw new UnreadableTableError(ENCRYPTED);
    const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (size > UNPACKED_LIMIT) throw new UnreadableTableError(TOO_LARGE);
    const contents: Record<string, Buffer> = {};
    for (const entry of entries) contents[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry));
    return contents;
  } catch (error) {
    if (error instanceof UnreadableTableError) throw error;
    const isLonger = error instanceof Error && error.message.startsWith("too many bytes in the stream");
    throw new UnreadableTableError(isLonger ? TOO_LARGE : BROKEN, { cause: error });
  }
}

async function listEntries(zip: ZipFile, isWanted: (name: string) => boolean): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES_LIMIT) throw new UnreadableTableError(TOO_LARGE);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) if (isWanted(entry.fileName)) entries.push(entry);
  return entries;
}
