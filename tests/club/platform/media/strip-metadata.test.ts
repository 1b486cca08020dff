import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { requireScan } from "../../../../club/people/documents/scan";
import { detectPictureType } from "../../../../club/platform/media/picture-type";
import { stripMetadata } from "../../../../club/platform/media/strip-metadata";
import { tries } from "../../../setup/properties";

/** Stands in all that a photo tells beside the picture. */
const SECRET = "55.7558N 37.6173E, iPhone Петра";

const segment = (marker: number, body: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

/** Exif with an orientation and a text. */
function exif(orientation: number, order: "II" | "MM"): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(order, 0, "latin1");
  const short = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff, Buffer.from(SECRET)]);
}

const PIXELS = Buffer.from([1, 2, 0xff, 0x00, 3, 0xff, 0xd0, 4]);
const ICC = Buffer.concat([Buffer.from("ICC_PROFILE\0\x01\x01", "latin1"), Buffer.from("colours")]);
const scan = () => Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), PIXELS]);

function jpeg({ orientation = 1, order = "MM" as "II" | "MM", progressive = false } = {}): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from("JFIF\0", "latin1")),
    segment(0xe1, exif(orientation, order)),
    segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${SECRET}`)),
    segment(0xe2, ICC),
    segment(0xe2, Buffer.from(`MPF\0${SECRET}`)),
    segment(0xed, Buffer.from(`Photoshop 3.0\0${SECRET}`)),
    segment(0xfe, Buffer.from(SECRET)),
    segment(0xdb, Buffer.alloc(65, 1)),
    scan(),
    ...(progressive ? [segment(0xfe, Buffer.from(SECRET)), segment(0xc4, Buffer.alloc(20, 2)), scan()] : []),
    Buffer.from([0xff, 0xd9]),
    // A second picture after the end, with its own Exif.
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, exif(1, "MM")),
  ]);
}

test.each(["II", "MM"] as const)(
  "§8.5 a JPEG loses Exif, XMP and comments, and stays turned as it was (%s)",
  (order) => {
    const stripped = stripMetadata(jpeg({ orientation: 6, order }));
    expect(stripped.includes(SECRET)).toBe(false);
    expect(stripped.includes("Exif")).toBe(true);
    // The entry of the orientation, as big-endian Exif has it.
    expect(stripped.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]))).toBe(true);
    for (const kept of [PIXELS, ICC, Buffer.alloc(65, 1), Buffer.from("JFIF")])
      expect(stripped.includes(kept)).toBe(true);
    expect(stripped.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    expect(stripMetadata(stripped)).toEqual(stripped);
  },
);

test("§8.5 a picture that isn't turned needs no Exif at all, and one in several scans keeps them all", () => {
  const stripped = stripMetadata(jpeg({ progressive: true }));
  expect([stripped.includes(SECRET), stripped.includes("Exif")]).toEqual([false, false]);
  expect(stripped.includes(Buffer.concat([PIXELS, segment(0xc4, Buffer.alloc(20, 2)), scan()]))).toBe(true);
});

function png(): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(type), body, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", Buffer.alloc(13, 1)),
    chunk("tEXt", Buffer.from(SECRET)),
    chunk("eXIf", Buffer.from(SECRET)),
    chunk("iTXt", Buffer.from(SECRET)),
    chunk("IDAT", deflateSync(PIXELS)),
    chunk("IEND", Buffer.alloc(0)),
    Buffer.from(SECRET),
  ]);
}

function webp(): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    return Buffer.concat([Buffer.from(type), size, body, Buffer.alloc(body.length % 2)]);
  };
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", Buffer.concat([Buffer.from([0x2c]), Buffer.alloc(9)])),
    chunk("VP8 ", PIXELS),
    chunk("EXIF", Buffer.from(SECRET)),
    chunk("XMP ", Buffer.from(`${SECRET}!`)),
  ]);
  return Buffer.concat([chunk("RIFF", body), Buffer.from(SECRET)]);
}

test("§8.5 a PNG and a WebP lose texts and Exif, and what comes after their end", () => {
  const ofPng = stripMetadata(png());
  expect([ofPng.includes(SECRET), ofPng.includes("eXIf"), ofPng.includes(deflateSync(PIXELS))]).toEqual([
    false,
    false,
    true,
  ]);
  const ofWebp = stripMetadata(webp());
  expect([ofWebp.includes(SECRET), ofWebp.includes("EXIF"), ofWebp.includes(PIXELS)]).toEqual([false, false, true]);
  expect(ofWebp.readUInt32LE(4)).toBe(ofWebp.length - 8);
  // There is neither Exif nor XMP any more; the colour profile's flag stays.
  expect(ofWebp.readUInt8(20)).toBe(0x20);
});

/** A HEIC whose Exif and XMP stand in `mdat`, before the picture. */
function heic(): Buffer {
  const box = (type: string, ...parts: Buffer[]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0));
    head.write(type, 4, "latin1");
    return Buffer.concat([head, ...parts]);
  };
  const full = (version: number) => Buffer.from([version, 0, 0, 0]);
  const infe = (id: number, type: string) => box("infe", full(2), Buffer.from([0, id, 0, 0]), Buffer.from(`${type}\0`));
  const metadata = Buffer.from(SECRET);
  const build = (offset: number) => {
    const extent = (id: number, from: number, length: number) => {
      const entry = Buffer.alloc(16);
      entry.writeUInt16BE(id, 0);
      // Kind of place, data reference, one extent.
      entry.writeUInt16BE(1, 6);
      entry.writeUInt32BE(from, 8);
      entry.writeUInt32BE(length, 12);
      return entry;
    };
    const places = [
      extent(1, offset + 2 * metadata.length, PIXELS.length),
      extent(2, offset, metadata.length),
      extent(3, offset + metadata.length, metadata.length),
    ];
    return Buffer.concat([
      box("ftyp", Buffer.from("heic\0\0\0\0mif1heic")),
      box(
        "meta",
        full(0),
        box("iinf", full(0), Buffer.from([0, 3]), infe(1, "hvc1"), infe(2, "Exif"), infe(3, "mime")),
        box("iloc", full(1), Buffer.from([0x44, 0x00, 0, 3]), ...places),
      ),
      box("mdat", metadata, metadata, PIXELS),
    ]);
  };
  return build(build(0).indexOf(metadata));
}

test("§8.5 a HEIC, as telephones make them, loses Exif and XMP, and nothing moves", () => {
  const original = heic();
  const stripped = stripMetadata(original);
  expect(original.includes(SECRET)).toBe(true);
  expect(stripped.includes(SECRET)).toBe(false);
  expect(stripped.length).toBe(original.length);
  expect(stripped.indexOf(PIXELS)).toBe(original.indexOf(PIXELS));
});

test("§8.5 whatever is broken or cut, nothing is thrown, and the time stays that of the length", () => {
  const files = [jpeg({ orientation: 3 }), png(), webp(), heic()];
  const property = fc.property(
    fc.constantFrom(...files),
    fc.nat({ max: 600 }),
    fc.array(fc.tuple(fc.nat({ max: 600 }), fc.nat({ max: 255 })), { maxLength: 6 }),
    (file, end, changes) => {
      const broken = Buffer.from(file.subarray(0, Math.max(end, 12)));
      for (const [at, byte] of changes) if (at < broken.length) broken[at] = byte;
      expect(stripMetadata(broken).length).toBeLessThanOrEqual(broken.length);
    },
  );
  fc.assert(property, tries(500));
  const hostile = Buffer.concat([jpeg().subarray(0, -60), Buffer.alloc(4 * 1024 * 1024, 0xff)]);
  expect(stripMetadata(hostile).length).toBeLessThanOrEqual(hostile.length);
});

test("§8.5 a real photo stays one", () => {
  const picture = readFileSync("public/icon-192.png");
  const stripped = stripMetadata(picture);
  expect(detectPictureType(stripped)).toBe("image/png");
  expect(stripped.subarray(-12)).toEqual(picture.subarray(-12));
});

test("§5.16 §8.5 what is kept of an uploaded scan has no metadata", () => {
  const file = { name: "паспорт.jpg", contentType: "image/jpeg", content: jpeg() };
  expect(requireScan(file, "passport_main", "").content.includes(SECRET)).toBe(false);
});

test("architecture: a picture has the type of its content, whatever its name says", () => {
  expect([jpeg(), png(), webp(), heic()].map(detectPictureType)).toEqual([
    "image/jpeg",
    "image/png",
    "image/webp",
    "image/heic",
  ]);
  expect(detectPictureType(Buffer.from('\uFEFF<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="x"/>'))).toBe(
    "image/svg+xml",
  );
  for (const other of [
    "<html><svg/></html>",
    '<html lang="ru"><svg x=""></svg></html>',
    "<HTML><svg >",
    "<svgx>",
    "PK\x03\x04",
    "",
    "текст",
  ]) {
    expect(detectPictureType(Buffer.from(other))).toBeNull();
  }
});
