import { buffer } from "node:stream/consumers";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { openArchive } from "../../../club/spreadsheets/parser/open-archive";

const DIRECTORY_ENTRY = "PK\u0001\u0002";
const part = Buffer.from("часть книги ".repeat(1000));

async function readParts(content: Uint8Array, ...names: string[]): Promise<Buffer[]> {
  const archive = await openArchive(Buffer.from(content));
  const parts: Buffer[] = [];
  for (const name of names) parts.push(await buffer(archive.read(name)));
  return parts;
}

test("§3.10 a part is found whatever its capitals and slashes are", async () => {
  const archive = await openArchive(Buffer.from(zipSync({ "XL\\Workbook.xml": part, "/xl/styles.xml": part })));
  expect(archive.has("xl/workbook.xml")).toBe(true);
  expect(await buffer(archive.read("xl/workbook.xml"))).toEqual(part);
  expect(archive.has("xl/styles.xml")).toBe(true);
  expect(archive.has("xl/theme.xml")).toBe(false);
});

test("§3.10 an archive with more entries than any workbook is refused", async () => {
  const parts = Array.from({ length: 10_001 }, (_, index) => [`${index}.xml`, new Uint8Array()]);
  await expect(readParts(zipSync(Object.fromEntries(parts), { level: 0 }))).rejects.toThrow("слишком большой объём");
});

test("§3.10 sizes that are too large together are refused even when each of them is small", async () => {
  const large = Buffer.alloc(50 * 1024 * 1024);
  const archive = zipSync({ "1.xml": large, "2.xml": large, "3.xml": large }, { level: 1 });
  await expect(readParts(archive, "1.xml", "2.xml", "3.xml")).rejects.toThrow("слишком большой объём");
});

test("§3.10 an encrypted entry is refused with advice, and one of another length than it declares too", async () => {
  const encrypted = Buffer.from(zipSync({ "1.xml": part }));
  const shorter = Buffer.from(encrypted);
  const longer = Buffer.from(encrypted);
  for (const at of findDirectoryEntries(encrypted)) {
    encrypted.writeUInt16LE(1, at + 8);
    shorter.writeUInt32LE(part.length + 1, at + 24);
    longer.writeUInt32LE(part.length - 1, at + 24);
  }
  await expect(readParts(encrypted, "1.xml")).rejects.toThrow("защищён паролем");
  await expect(readParts(shorter, "1.xml")).rejects.toThrow("повреждён");
  await expect(readParts(longer, "1.xml")).rejects.toThrow("слишком большой объём");
});

function findDirectoryEntries(archive: Buffer): number[] {
  const places: number[] = [];
  for (let at = archive.indexOf(DIRECTORY_ENTRY); at >= 0; at = archive.indexOf(DIRECTORY_ENTRY, at + 4)) {
    places.push(at);
  }
  return places;
}
