import { randomBytes } from "node:crypto";
import type { Browser } from "@playwright/test";

/** A file of an input. */
export interface PhonePhoto {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Exif of a telephone that was held upright: the picture has to be turned by 90° (orientation 6). */
const EXIF = Buffer.concat([
  Buffer.from([0xff, 0xe1, 0, 34]),
  Buffer.from("Exif\0\0MM\0*\0\0\0\x08", "latin1"),
  // One entry: orientation (0x0112), short, one value, 6.
  Buffer.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
]);

/** A file of the size of such a photo that begins like one. It is enough where only the server reads it, which looks at no pixel. */
export function makePhotoFile(): PhonePhoto {
  const start = Buffer.concat([Buffer.from([0xff, 0xd8]), EXIF]);
  return { name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer: Buffer.concat([start, randomBytes(6_000_000)]) };
}

let taken: Promise<PhonePhoto> | undefined;

/** A photo as telephones take them: 4 to 8 MB of JPEG, 12 megapixels lying on their side, and how to turn them. */
export function takePhonePhoto(browser: Browser): Promise<PhonePhoto> {
  taken ??= drawPhoto(browser);
  return taken;
}

async function drawPhoto(browser: Browser): Promise<PhonePhoto> {
  const context = await browser.newContext({ javaScriptEnabled: true });
  try {
    const page = await context.newPage();
    const base64 = await page.evaluate(
      async (noise) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 4032, height: 3024 });
        const drawing = canvas.getContext("2d");
        if (!drawing) throw new Error("no canvas");
        const grain = drawing.createImageData(256, 256);
        const bytes = Uint8Array.from(atob(noise), (letter) => letter.charCodeAt(0));
        for (const [index, byte] of bytes.entries()) grain.data[index] = index % 4 === 3 ? 255 : 64 + (byte % 112);
        for (let x = 0; x < canvas.width; x += 256) {
          for (let y = 0; y < canvas.height; y += 256) drawing.putImageData(grain, x, y);
        }
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
        const reader = new FileReader();
        const read = new Promise((resolve) => reader.addEventListener("load", resolve));
        reader.readAsDataURL(blob ?? new Blob());
        await read;
        return String(reader.result).split(",")[1] ?? "";
      },
      randomBytes(256 * 256 * 4).toString("base64"),
    );
    const plain = Buffer.from(base64, "base64");
    // Exif stands right after the marker that begins the file.
    const buffer = Buffer.concat([plain.subarray(0, 2), EXIF, plain.subarray(2)]);
    return { name: "IMG_2041.jpg", mimeType: "image/jpeg", buffer };
  } finally {
    await context.close();
  }
}
