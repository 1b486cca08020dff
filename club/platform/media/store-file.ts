import { alias } from "../../../contract/values";
import type { ActFile } from "../acts/field";
import { RefusalError } from "../http/refusal-error";
import type { Db } from "../services";
import { hashedFileName, mediaAddress } from "./file-name";
import { detectPictureType, type PictureType } from "./picture-type";
import { stripMetadata } from "./strip-metadata";

/** The endings of the pictures that browsers show, by their type. */
const extensions: Partial<Record<PictureType, string>> = {
  "image/svg+xml": "svg",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/avif": "avif",
};

const PDF_START = Buffer.from("%PDF-");

/** Stores a picture of the type that its content has among the club's media and returns its address. @throws RefusalError at `picture` */
export async function storePicture(db: Db, file: ActFile): Promise<string> {
  const type = detectPictureType(file.content);
  const extension = type && extensions[type];
  if (!extension) {
    throw new RefusalError(alias.validation, `Нужна картинка: ${Object.values(extensions).join(", ")}.`, "picture");
  }
  const content = stripMetadata(file.content);
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
