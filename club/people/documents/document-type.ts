import { detectPictureType } from "../../platform/media/picture-type";

const photoTypes = ["image/jpeg", "image/png", "image/webp", "image/heic"] as const;

/** The accepted types of a scan or a photo. */
export type DocumentType = (typeof photoTypes)[number] | "application/pdf";

/** Detects the type of a file by its first bytes, not by its name; null for a type that isn't accepted. */
export function detectDocumentType(content: Buffer): DocumentType | null {
  if (content.toString("latin1", 0, 5) === "%PDF-") return "application/pdf";
  const type = detectPictureType(content);
  return photoTypes.find((photo) => photo === type) ?? null;
}

/** A file name for a scan, with the ending of its type. */
export function nameScan(name: string, content: Buffer): string {
  const type = detectDocumentType(content);
  return type ? `${name}.${type.slice(type.indexOf("/") + 1)}` : name;
}
