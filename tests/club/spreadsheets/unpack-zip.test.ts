import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { unpackZip } from "../../../club/spreadsheets/unpack-zip";

const DIRECTORY_ENTRY = "PK\u0001\u0002";
const part = Buffer.from("часть книги ".repeat(1000));

test("§3.10 only the wanted entries of an archive are unpacked", async () => {
  const archive = Buffer.from(zipSync({ "xl/workbook.xml": part, "xl/media/picture.png": part }));
  expect(await unpackZip(archive, (name) => name.endsWith(".xml"))).toEqual({ "xl/workbook.xml": part });
});

test("§3.10 an archive with more entries than any workbook is refused", async () => {
  const parts = Array.from({ length: 501 }, (_, index) => [`${index}.xml`, part]);
  await expect(unpackZip(Buffer.from(zipSync(Object.fromEntries(parts))), () => true)).rejects.toThrow(
    "слишком большой объём",
  );
});

test("§3.10 sizes that are too large together are refused even when each of them is small", async () => {
  const archive = Buffer.from(zipSync({ "1.xml": part, "2.xml": part, "3.xml": part }));
  for (const at of findDirectoryEntries(archive)) archive.writeUInt32LE(50 * 1024 * 1024, at + 24);
  await expect(unpackZip(archive, () => true)).rejects.toThrow("слишком большой объём");
});

test("§3.10 an encrypted entry is refused with advice, and one shorter than it declares as broken", async () => {
  const encrypted = Buffer.from(zipSync({ "1.xml": part }));
  const shorter = Buffer.from(encrypted);
  for (const at of findDirectoryEntries(encrypted)) {
    encrypted.writeUInt16LE(1, at + 8);
    shorter.writeUInt32LE(part.length + 1, at + 24);
  }
  await expect(unpackZip(encrypted, () => true)).rejects.toThrow("защищён паролем");
  await expect(unpackZip(shorter, () => true)).rejects.toThrow("повреждён");
});

function findDirectoryEntries(archive: Buffer): number[] {
  const places: number[] = [];
  for (let at = archive.indexOf(DIRECTORY_ENTRY); at >= 0; at = archive.indexOf(DIRECTORY_ENTRY, at + 4)) {
    places.push(at);
  }
  return places;
}
