import type { Readable } from "node:stream";
import type { RequestHandler } from "express";
import sirv from "sirv";

/** What the portal's own pages never end on; csv, xlsx and pdf are left to the routes that export them. */
const FILE_EXTENSION =
  /\.(?:m?js|css|map|json|webmanifest|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|txt|xml|html?|php|env|zip|gz|br|mp4|webm)$/i;
const FILE_FOLDER = /^\/(?:build|assets)(?:\/|$)/;
const HASHED_FOLDER = "/assets/";

/** Files of the client build, precompressed ones first. Hashed names are kept for ever, the rest for an hour. */
export function serveStaticFiles(directory: string): RequestHandler {
  const serve = sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders(res, pathname) {
      const hashed = pathname.startsWith(HASHED_FOLDER);
      if (pathname.endsWith(".ico")) res.setHeader("Content-Type", "image/x-icon");
      res.setHeader("Cache-Control", hashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    },
  });
  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    // sirv knows its files from the start and leaves the errors of their streams to nobody: a file that has vanished since
    // (a build in place) must cost that one answer, not the process.
    res.on("pipe", (file: Readable) => file.on("error", () => res.destroy()));
    serve(req, res, next);
  };
}

/** §2.1.4: a missing file is a plain 404 and never reaches the portal's redirect of unknown paths. */
export function refuseMissingFiles(isPage: (pathname: string) => boolean): RequestHandler {
  return (req, res, next) => {
    const isFile = FILE_FOLDER.test(req.path) || (FILE_EXTENSION.test(req.path) && !isPage(req.path));
    if (!isFile) return next();
    res.status(404).set("Cache-Control", "public, max-age=60").type("text/plain").send("Not found\n");
  };
}
