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

test("§8.5 bytes that fill the room before a marker hide nothing, and a photo whose end was lost has no Exif either", () => {
  const photo = jpeg();
  const from = photo.indexOf(Buffer.from([0xff, 0xe1]));
  const filled = Buffer.concat([photo.subarray(0, from), Buffer.from([0xff, 0xff]), photo.subarray(from)]);
  for (const one of [filled, photo.subarray(0, photo.indexOf(PIXELS) + PIXELS.length)]) {
    const stripped = stripMetadata(one);
    expect([stripped.includes(SECRET), stripped.includes("Exif"), stripped.includes(PIXELS)]).toEqual([
      false,
      false,
      true,
    ]);
  }
});

test("§8.5 only the eight ways in which a photo can be turned are kept, and of Exif that can't be read nothing", () => {
  const isKept = (orientation: number) => stripMetadata(jpeg({ orientation })).includes("Exif");
  expect([0, 1, 2, 8, 9].map(isKept)).toEqual([false, false, true, true, false]);
  const photo = jpeg({ orientation: 6 });
  // The directory would stand beyond the end.
  photo.writeUInt32BE(60_000, photo.indexOf("MM") + 4);
  expect([stripMetadata(photo).includes("Exif"), stripMetadata(photo).includes(PIXELS)]).toEqual([false, true]);
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

const bytes = (value: number, size: number) => {
  const written = Buffer.alloc(size);
  if (size === 8) written.writeBigUInt64BE(BigInt(value));
  else if (size > 0) written.writeUIntBE(value, 0, size);
  return written;
};

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([bytes(8 + content.length, 4), Buffer.from(type), content]);
}

/** How a HEIC says where its items are: bytes of ids, offsets, bases and indexes. */
interface HeicForm {
  readonly version: 0 | 1 | 2;
  readonly id: 2 | 4;
  readonly offset: 4 | 8;
  readonly base: 0 | 4 | 8;
  readonly index: 0 | 4;
  /** Whether Exif and XMP stand in `idat` instead of `mdat`. */
  readonly inData?: boolean;
}

/** As telephones make them. */
const USUAL: HeicForm = { version: 1, id: 2, offset: 4, base: 0, index: 0 };

/** A HEIC whose Exif and XMP stand in `mdat`, before the picture, or in `idat`. */
function heic({ version, id, offset, base, index, inData = false } = USUAL): Buffer {
  const full = (number: number) => Buffer.from([number, 0, 0, 0]);
  const infe = (item: number, type: string) =>
    box("infe", full(id === 2 ? 2 : 3), bytes(item, id), bytes(0, 2), Buffer.from(`${type}\0`));
  const metadata = Buffer.from(SECRET);
  const build = (start: number) => {
    const place = (item: number, from: number, length: number, isInData = false) =>
      Buffer.concat([
        bytes(item, version === 2 ? 4 : 2),
        // Kind of place, and the file in which it is: this one.
        ...[bytes(isInData ? 1 : 0, version === 0 ? 0 : 2), bytes(0, 2)],
        // A base and what is added to it, in one extent.
        ...[bytes(base > 0 ? from : 0, base), bytes(1, 2), bytes(0, version === 0 ? 0 : index)],
        ...[bytes(base > 0 ? 0 : from, offset), bytes(length, offset)],
      ]);
    const before = inData ? 0 : 2 * metadata.length;
    const places = [
      place(1, start + before, PIXELS.length),
      place(2, inData ? 0 : start, metadata.length, inData),
      place(3, (inData ? 0 : start) + metadata.length, metadata.length, inData),
    ];
    const sizes = Buffer.from([(offset << 4) | offset, (base << 4) | (version === 0 ? 0 : index)]);
    const items = [infe(1, "hvc1"), infe(2, "Exif"), infe(3, "mime")];
    return Buffer.concat([
      box("ftyp", Buffer.from("heic\0\0\0\0mif1heic")),
      box(
        "meta",
        full(0),
        box("iinf", full(id === 2 ? 0 : 1), bytes(items.length, id), ...items),
        ...(inData ? [box("idat", metadata, metadata)] : []),
        box("iloc", full(version), sizes, bytes(places.length, version === 2 ? 4 : 2), ...places),
      ),
      box("mdat", ...(inData ? [] : [metadata, metadata]), PIXELS),
    ]);
  };
  const drawn = build(0);
  return build(drawn.lastIndexOf("mdat") + 4);
}

test.each<[string, HeicForm]>([
  ["older places", { ...USUAL, version: 0 }],
  ["bases of four bytes", { ...USUAL, base: 4 }],
  ["long numbers and indexes", { version: 2, id: 4, offset: 8, base: 8, index: 4 }],
  ["its texts beside their list", { ...USUAL, inData: true }],
])("§8.5 a HEIC with %s loses Exif and XMP as well, and keeps its picture", (_, form) => {
  const original = heic(form);
  const stripped = stripMetadata(original);
  expect([original.includes(SECRET), stripped.includes(SECRET)]).toEqual([true, false]);
  expect([stripped.length, stripped.indexOf(PIXELS)]).toEqual([original.length, original.indexOf(PIXELS)]);
});

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
