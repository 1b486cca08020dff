import { readFile } from "node:fs/promises";
import path from "node:path";
import { hashedFileName, mediaAddress } from "../media/file-name";
import type { Db } from "../services";
import { UsageError } from "./command";

const types: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
};

/** Stores a picture file among the club's media. Returns its address, "" without a file. @throws UsageError */
export async function storePicture(db: Db, file: string | undefined): Promise<string> {
  if (file === undefined) return "";
  const extension = path.extname(file).slice(1).toLowerCase();
  const type = types[extension];
  if (!type) throw new UsageError(`A picture is one of ${Object.keys(types).join(", ")}.`);
  const content = await readFile(file).catch(() => {
    throw new UsageError(`The file ${file} can't be read.`);
  });
  const name = hashedFileName("picture", extension, content);
  await db
    .insertInto("files")
    .values({ name, content_type: type, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return mediaAddress(name);
}
