import { createHash } from "node:crypto";

/** A public file's name bears its content's hash, so that it may be cached for ever. */
export function fileNameOf(name: string, extension: string, content: string | Buffer): string {
  return `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 10)}.${extension}`;
}

/** Where the club serves a stored file. */
export function mediaAddress(fileName: string): string {
  return `/media/${fileName}`;
}
