import { stripHeic } from "./heic-metadata";
import { stripJpeg } from "./jpeg-metadata";
import { detectPictureType } from "./picture-type";
import { stripPng, stripWebp } from "./png-webp-metadata";

/**
 * Takes out of a photo what it tells beside the picture: place, time, device, earlier versions and whatever else Exif, XMP and
 * comments have. How the picture is turned, and its colours, stay. The picture itself isn't encoded anew: it loses nothing,
 * and takes no memory for its pixels. What isn't a picture, or isn't made as its type has it, is returned as it is.
 */
export function stripMetadata(content: Buffer): Buffer {
  try {
    switch (detectPictureType(content)) {
      case "image/jpeg":
        return stripJpeg(content);
      case "image/png":
        return stripPng(content);
      case "image/webp":
        return stripWebp(content);
      case "image/heic":
      case "image/avif":
        return stripHeic(content);
      default:
        return content;
    }
  } catch (error) {
    // A number in the file leads beyond its end.
    if (error instanceof RangeError) return content;
    throw error;
  }
}
