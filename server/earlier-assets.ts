import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { RequestHandler } from "express";
import sirv from "sirv";
import { ASSETS_PATH, cacheForever } from "./static-files";

/** For this time after the last start of a build that has it, an asset is kept: longer than a page stays open in a tab. */
const KEPT_DAYS = 30;
const COMPRESSED = /\.(?:br|gz)$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Copies the assets of this build to a folder that outlives it, and removes those that no build has had for a month. Several
 * nodes may share the folder: the names have hashes of what is in the files.
 * @param assets the folder of the build's files with hashes in their names
 * @returns the names under which another build has left other bytes; those stay, for the pages that name them
 */
export async function keepAssets(assets: string, kept: string, now = new Date()): Promise<string[]> {
  await mkdir(kept, { recursive: true });
  const reused: string[] = [];
  const current = new Set(await readdir(assets));
  const keep = async (name: string) => {
    const copy = path.join(kept, name);
    // Under a name of its own until it is whole, because other nodes serve the folder and may copy the same file.
    const part = `${copy}.${randomUUID()}.part`;
    if (!(await findFile(copy))) await copyFile(path.join(assets, name), part).then(() => rename(part, copy));
    // Another version of Node may compress the same file to other bytes.
    else if (!COMPRESSED.test(name) && !(await haveSameBytes(path.join(assets, name), copy))) reused.push(name);
    await utimes(copy, now, now);
  };
  for (const name of current) {
    await keep(name).catch((error: unknown) => {
      // Another node has just removed a copy that was a month old.
      if (isMissing(error)) return keep(name);
      throw error;
    });
  }
  for (const name of await readdir(kept)) {
    const copy = path.join(kept, name);
    const file = current.has(name) ? undefined : await findFile(copy);
    if (file && now.getTime() - file.mtimeMs > KEPT_DAYS * DAY_MS) await rm(copy, { force: true });
  }
  return reused.sort();
}

async function haveSameBytes(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([readFile(one), readFile(other)]);
  return first.equals(second);
}

/** Serves assets that this build doesn't have: those of an earlier build, or of a newer one on another node. */
export function serveKeptAssets(kept: string): RequestHandler {
  // Looks at the folder for each request, for it changes while other nodes start.
  const serve = sirv(kept, {
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: cacheForever,
  });
  return (req, res, next) => {
    if ((req.method !== "GET" && req.method !== "HEAD") || !req.url.startsWith(ASSETS_PATH)) return next();
    const url = req.url;
    req.url = url.slice(ASSETS_PATH.length - 1);
    serve(req, res, () => {
      req.url = url;
      next();
    });
  };
}

/** Undefined where there is none; another node may have removed it. */
async function findFile(file: string) {
  return stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
