/** A box of ISO/IEC 14496-12: where its content begins and ends. */
interface Box {
  readonly type: string;
  readonly from: number;
  readonly end: number;
}

/** The types of items (ISO/IEC 23008-12) that tell of the picture: Exif, and XMP as a text of a media type. */
const METADATA_ITEMS = new Set(["Exif", "mime"]);
const FULL_BOX_BYTES = 4;

/**
 * Overwrites the items of Exif and XMP of a HEIC or AVIF with zeros. They stay where they are, since other parts of the file are
 * found by their places. How the picture is turned is said elsewhere.
 */
export function stripHeic(content: Buffer): Buffer {
  const meta = listBoxes(content, 0, content.length).find(({ type }) => type === "meta");
  if (!meta) return content;
  const boxes = listBoxes(content, meta.from + FULL_BOX_BYTES, meta.end);
  const infos = boxes.find(({ type }) => type === "iinf");
  const places = boxes.find(({ type }) => type === "iloc");
  if (!infos || !places) return content;
  const items = listMetadataItems(content, infos);
  if (items.size === 0) return content;
  const stripped = Buffer.from(content);
  for (const { item, from, end } of listExtents(content, places, boxes)) {
    if (items.has(item)) stripped.fill(0, from, end);
  }
  return stripped;
}

function listBoxes(content: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  let position = start;
  while (position + 8 <= end) {
    const size = content.readUInt32BE(position);
    const isLong = size === 1;
    const length = isLong ? Number(content.readBigUInt64BE(position + 8)) : size === 0 ? end - position : size;
    const head = isLong ? 16 : 8;
    if (length < head || position + length > end) throw new RangeError("a box is longer than what it stands in");
    const type = content.toString("latin1", position + 4, position + 8);
    boxes.push({ type, from: position + head, end: position + length });
    position += length;
  }
  return boxes;
}

/** The ids of the items with metadata. */
function listMetadataItems(content: Buffer, { from, end }: Box): Set<number> {
  const isOfOld = content.readUInt8(from) === 0;
  const items = new Set<number>();
  for (const info of listBoxes(content, from + FULL_BOX_BYTES + (isOfOld ? 2 : 4), end)) {
    const version = content.readUInt8(info.from);
    if (info.type !== "infe" || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const at = info.from + FULL_BOX_BYTES;
    const type = content.toString("latin1", at + idBytes + 2, at + idBytes + 6);
    if (METADATA_ITEMS.has(type)) items.add(content.readUIntBE(at, idBytes));
  }
  return items;
}

interface Extent {
  readonly item: number;
  readonly from: number;
  readonly end: number;
}

/** Where the items stand in the file, as the box `iloc` says. */
function* listExtents(content: Buffer, { from }: Box, boxes: readonly Box[]): Generator<Extent> {
  const version = content.readUInt8(from);
  let position = from + FULL_BOX_BYTES;
  const read = (bytes: number) => {
    const value =
      bytes === 0 ? 0 : bytes === 8 ? Number(content.readBigUInt64BE(position)) : content.readUIntBE(position, bytes);
    position += bytes;
    return value;
  };
  const sizes = read(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const count = read(version < 2 ? 2 : 4);
  const data = boxes.find(({ type }) => type === "idat");
  for (let index = 0; index < count; index++) {
    const item = read(version < 2 ? 2 : 4);
    const isInData = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseBytes) + (isInData ? (data?.from ?? 0) : 0);
    const extents = read(2);
    for (let extent = 0; extent < extents; extent++) {
      read(indexBytes);
      const start = base + read(offsetBytes);
      const length = read(lengthBytes);
      if (start + length > content.length) throw new RangeError("an item leads beyond the end");
      yield { item, from: start, end: length === 0 ? content.length : start + length };
    }
  }
}
