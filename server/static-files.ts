import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { RequestHandler } from "express";
import sirv from "sirv";
import { isKnownMethod } from "./known-methods";

/** Extensions of files, never of pages. csv, xlsx and pdf are missing because routes export such files. */
const FILE_EXTENSION =
  /\.(?:m?js|css|map|json|webmanifest|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|txt|xml|html?|php|env|zip|gz|br|mp4|webm)$/i;
const FILE_FOLDER = /^\/(?:build|assets)(?:\/|$)/;
/** Here are the files with a hash of their content in the name. */
export const ASSETS_PATH = "/assets/";

/** Serves the client build, precompressed where possible. Files with a hash in their name are cached forever, others for an hour. */
export function serveStaticFiles(directory: string): RequestHandler {
  const serve = sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders(res, pathname) {
      if (pathname.endsWith(".ico")) res.setHeader("Content-Type", "image/x-icon");
      if (pathname.startsWith(ASSETS_PATH)) cacheForever(res);
      else res.setHeader("Cache-Control", "public, max-age=3600");
    },
  });
  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    // Only GET has parts (RFC 9110, 14.2).
    if (req.method === "HEAD") delete req.headers.range;
    // sirv lists its files at the start and doesn't handle errors of their streams. A file deleted since then (by a new
    // build) would end the process.
    res.on("pipe", (file: Readable) => file.on("error", () => res.destroy()));
    serve(req, res, next);
  };
}

/** Marks a file that never changes, because another one would have another name. */
export function cacheForever(res: ServerResponse): void {
  res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
}

/**
 * A missing file gets a plain 404, not the portal's redirect of unknown paths (§2.1.4). No cache keeps it: during a roll-out the
 * next node may have the file.
 */
export function refuseMissingFiles(isPage: (pathname: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const isFile = FILE_FOLDER.test(req.path) || (FILE_EXTENSION.test(req.path) && !isPage(req.path));
    if (!isFile || !isKnownMethod(req.method)) return next();
    res.status(404).set("Cache-Control", "no-store").type("text/plain").send("Not found\n");
  };
}
