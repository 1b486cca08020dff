import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openArchive } from "../../../../club/platform/spreadsheets/parser/open-archive";
import { packArchive } from "../../../files/archives";

const DIRECTORY_ENTRY = "PK\u0001\u0002";
const part = Buffer.from("часть книги ".repeat(1000));

async function readParts(content: Buffer, ...names: string[]): Promise<Buffer[]> {
  const archive = await openArchive(content);
  const parts: Buffer[] = [];
  for (const name of names) parts.push(await buffer(archive.read(name)));
  return parts;
}

test("§3.10 a part is found whatever its capitals and slashes are", async () => {
  const archive = await openArchive(packArchive({ "XL\\Workbook.xml": part, "/xl/styles.xml": part }));
  expect(archive.has("xl/workbook.xml")).toBe(true);
  expect(await buffer(archive.read("xl/workbook.xml"))).toEqual(part);
  expect(archive.has("xl/styles.xml")).toBe(true);
  expect(archive.has("xl/theme.xml")).toBe(false);
});

test("§3.10 an archive with more entries than any workbook is refused", async () => {
  const parts = Array.from({ length: 10_001 }, (_, index) => [`${index}.xml`, new Uint8Array()]);
  await expect(readParts(packArchive(Object.fromEntries(parts)))).rejects.toThrow("слишком большой объём");
});

test("§3.10 sizes that are too large together are refused even when each of them is small", async () => {
  const large = Buffer.alloc(50 * 1024 * 1024);
  const archive = packArchive({ "1.xml": large, "2.xml": large, "3.xml": large });
  await expect(readParts(archive, "1.xml", "2.xml", "3.xml")).rejects.toThrow("слишком большой объём");
});

test("§3.10 an encrypted entry is refused with advice, and one of another length than it declares too", async () => {
  const encrypted = packArchive({ "1.xml": part });
  encrypted.writeUInt16LE(1, encrypted.indexOf(DIRECTORY_ENTRY) + 8);
  const shorter = packArchive({ "1.xml": part }, (_name, size) => size + 1);
  const longer = packArchive({ "1.xml": part }, (_name, size) => size - 1);
  await expect(readParts(encrypted, "1.xml")).rejects.toThrow("защищён паролем");
  await expect(readParts(shorter, "1.xml")).rejects.toThrow("повреждён");
  await expect(readParts(longer, "1.xml")).rejects.toThrow("слишком большой объём");
});
