import { alias } from "../../../contract/values";
import type { ActFile } from "../acts/field";
import { RefusalError } from "../http/refusal-error";
import type { Db } from "../services";
import { hashedFileName, mediaAddress } from "./file-name";

const types: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
};

const PDF_START = Buffer.from("%PDF-");

/** Stores a picture among the club's media and returns its address. @throws RefusalError at `picture` */
export async function storePicture(db: Db, { name, content }: ActFile): Promise<string> {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const type = types[extension];
  if (!type) {
    throw new RefusalError(alias.validation, `Нужна картинка: ${Object.keys(types).join(", ")}.`, "picture");
  }
  return storeFile(db, hashedFileName("picture", extension, content), type, content);
}

/** Stores a PDF among the club's media and returns the name of the file. @throws RefusalError at `file` */
export async function storePdf(db: Db, { content }: ActFile): Promise<string> {
  if (!content.subarray(0, PDF_START.length).equals(PDF_START)) {
    throw new RefusalError(alias.validation, "Нужен файл PDF.", "file");
  }
  const name = hashedFileName("document", "pdf", content);
  await storeFile(db, name, "application/pdf", content);
  return name;
}

async function storeFile(db: Db, name: string, type: string, content: Buffer): Promise<string> {
  await db
    .insertInto("files")
    .values({ name, content_type: type, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return mediaAddress(name);
}
