const PNG_HEAD_BYTES = 8;
/** Length, type and checksum of a chunk. */
const PNG_CHUNK_BYTES = 12;
const PNG_METADATA = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

/** Takes the chunks of texts, time and Exif out of a PNG, and what comes after its end. */
export function stripPng(content: Buffer): Buffer {
  const kept: Buffer[] = [content.subarray(0, PNG_HEAD_BYTES)];
  let position = PNG_HEAD_BYTES;
  while (position < content.length) {
    const end = position + PNG_CHUNK_BYTES + content.readUInt32BE(position);
    if (end > content.length) return content;
    const type = content.toString("latin1", position + 4, position + 8);
    if (!PNG_METADATA.has(type)) kept.push(content.subarray(position, end));
    if (type === "IEND") break;
    position = end;
  }
  return Buffer.concat(kept);
}

const WEBP_HEAD_BYTES = 12;
const WEBP_CHUNK_HEAD_BYTES = 8;
const WEBP_METADATA = new Set(["EXIF", "XMP "]);
/** The bits of the chunk VP8X that say that there is Exif or XMP. */
const WEBP_METADATA_FLAGS = 0x08 | 0x04;

/** Takes Exif and XMP out of a WebP, and what comes after its end. */
export function stripWebp(content: Buffer): Buffer {
  const fileEnd = WEBP_CHUNK_HEAD_BYTES + content.readUInt32LE(4);
  if (fileEnd > content.length) return content;
  const kept: Buffer[] = [];
  let position = WEBP_HEAD_BYTES;
  while (position < fileEnd) {
    const size = content.readUInt32LE(position + 4);
    const end = position + WEBP_CHUNK_HEAD_BYTES + size + (size % 2);
    if (end > fileEnd) return content;
    const type = content.toString("latin1", position, position + 4);
    if (!WEBP_METADATA.has(type)) {
      const chunk = Buffer.from(content.subarray(position, end));
      if (type === "VP8X") chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_METADATA_FLAGS, 8);
      kept.push(chunk);
    }
    position = end;
  }
  const head = Buffer.from(content.subarray(0, WEBP_HEAD_BYTES));
  const length = kept.reduce((sum, chunk) => sum + chunk.length, 0);
  head.writeUInt32LE(WEBP_HEAD_BYTES - WEBP_CHUNK_HEAD_BYTES + length, 4);
  return Buffer.concat([head, ...kept]);
}
