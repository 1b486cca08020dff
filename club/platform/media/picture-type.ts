/** The types of pictures that the club knows by their first bytes. */
export type PictureType = "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/heic" | "image/svg+xml";

const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"];
/** Within which the first element of an SVG stands, after its declaration and comments. */
const SVG_HEAD_BYTES = 2000;

/** Detects the type of a picture by its content, not by its name; null for what isn't one. */
export function detectPictureType(content: Buffer): PictureType | null {
  const text = (start: number, end: number) => content.toString("latin1", start, end);
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "image/jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(4, 8) === "ftyp" && text(8, 12) === "avif") return "image/avif";
  if (text(4, 8) === "ftyp" && heicBrands.includes(text(8, 12))) return "image/heic";
  const head = content
    .toString("utf8", 0, SVG_HEAD_BYTES)
    .replace(/^\uFEFF/, "")
    .trimStart();
  return head.startsWith("<") && /<svg[\s>]/.test(head) && !/<html[\s>]/i.test(head) ? "image/svg+xml" : null;
}
