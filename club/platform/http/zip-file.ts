import { type Zippable, zipSync } from "fflate";
import type { FileReply } from "./endpoint";

/** Several files as one archive. Their names have letters, digits and hyphens only. */
export function zipFile(
  fileName: string,
  files: readonly { readonly name: string; readonly content: Buffer }[],
  now: Date,
): FileReply {
  const zippable: Zippable = {};
  // Pictures and PDF are compressed already.
  for (const { name, content } of files) zippable[name] = [content, { level: 0, mtime: now }];
  return { fileName, contentType: "application/zip", content: Buffer.from(zipSync(zippable)) };
}
