/** Markers of JPEG (ITU-T T.81, table B.1) by their second byte. */
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const FIRST_APPLICATION = 0xe0;
const EXIF = 0xe1;
const COLOUR_PROFILE = 0xe2;
const ADOBE = 0xee;
const LAST_APPLICATION = 0xef;
const COMMENT = 0xfe;

const ORIENTATION_TAG = 0x0112;
const MARKER_BYTES = 2;

/**
 * Takes the segments of applications and the comments out of a JPEG, but for JFIF, the colour profile and the transform of
 * colours. What comes after the picture goes too: cameras put further pictures there, with Exif of their own.
 */
export function stripJpeg(content: Buffer): Buffer {
  const kept: Buffer[] = [content.subarray(0, MARKER_BYTES)];
  let position = MARKER_BYTES;
  while (position < content.length) {
    if (content[position] !== 0xff) return content;
    const marker = content.readUInt8(position + 1);
    if (marker === 0xff) position += 1;
    else if (marker === END_OF_IMAGE) return Buffer.concat([...kept, content.subarray(position, position + 2)]);
    else {
      const length = content.readUInt16BE(position + 2);
      if (length < 2 || marker === START_OF_IMAGE) return content;
      const end = position + MARKER_BYTES + length;
      if (end > content.length) return content;
      const body = content.subarray(position + MARKER_BYTES + 2, end);
      if (isKept(marker, body)) kept.push(content.subarray(position, end));
      else if (marker === EXIF) kept.push(orientationOnly(body));
      position = end;
      if (marker === START_OF_SCAN) {
        const scanEnd = findScanEnd(content, position);
        kept.push(content.subarray(position, scanEnd));
        position = scanEnd;
      }
    }
  }
  // A photo whose end was lost on the way can still be looked at.
  return Buffer.concat(kept);
}

function isKept(marker: number, body: Buffer): boolean {
  if (marker === FIRST_APPLICATION || marker === ADOBE) return true;
  if (marker === COLOUR_PROFILE) return body.toString("latin1", 0, 12) === "ICC_PROFILE\0";
  return marker !== COMMENT && (marker < FIRST_APPLICATION || marker > LAST_APPLICATION);
}

/** Where the pixels end: at a marker that is neither a stuffed byte nor a restart. */
function findScanEnd(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1];
    if (next !== undefined && next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return content.length;
}

/** A segment of Exif that says how the picture is turned, and nothing else; empty when it isn't turned. */
function orientationOnly(body: Buffer): Buffer {
  const turned = readOrientation(body);
  if (turned < 2 || turned > 8) return Buffer.alloc(0);
  const segment = Buffer.alloc(36);
  segment.writeUInt16BE(0xff00 + EXIF, 0);
  segment.writeUInt16BE(segment.length - MARKER_BYTES, 2);
  segment.write("Exif\0\0MM\0*", 4, "latin1");
  segment.writeUInt32BE(8, 14);
  // One entry: orientation, a short.
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(ORIENTATION_TAG, 20);
  segment.writeUInt16BE(3, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(turned, 28);
  return segment;
}

/** The orientation in the first directory of Exif, from 1 to 8; 0 when it isn't said. */
function readOrientation(body: Buffer): number {
  if (body.toString("latin1", 0, 6) !== "Exif\0\0") return 0;
  const tiff = body.subarray(6);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const entries = short(directory);
    for (let entry = 0; entry < entries; entry++) {
      const at = directory + 2 + entry * 12;
      if (short(at) === ORIENTATION_TAG) return short(at + 8);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 0;
}
