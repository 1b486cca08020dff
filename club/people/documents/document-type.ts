/** The accepted types of a scan or a photo. */
export type DocumentType = "image/jpeg" | "image/png" | "image/webp" | "image/heic" | "application/pdf";

const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"];

/** Detects the type of a file by its first bytes, not by its name; null for a type that isn't accepted. */
export function detectDocumentType(content: Buffer): DocumentType | null {
  const text = (start: number, end: number) => content.toString("latin1", start, end);
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(4, 8) === "ftyp" && heicBrands.includes(text(8, 12))) return "image/heic";
  if (text(0, 5) === "%PDF-") return "application/pdf";
  return null;
}

/** A file name for a scan, with the ending of its type. */
export function nameScan(name: string, content: Buffer): string {
  const type = detectDocumentType(content);
  return type ? `${name}.${type.slice(type.indexOf("/") + 1)}` : name;
}
