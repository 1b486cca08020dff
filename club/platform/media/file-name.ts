import { createHash } from "node:crypto";

/** A file name with the hash of the content, so that the file may be cached for ever. */
export function hashedFileName(name: string, extension: string, content: string | Buffer): string {
  return `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 10)}.${extension}`;
}

/** Where the club serves a stored file. */
export function mediaAddress(fileName: string): string {
  return `/media/${fileName}`;
}
