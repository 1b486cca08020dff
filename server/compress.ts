import { constants } from "node:zlib";
import compression from "compression";
import type { Request, RequestHandler, Response } from "express";

/** Fewer bytes hardly get smaller. */
const LEAST = 1024;

/**
 * Compresses what gets smaller by it. A tenth smaller than quality 4 at 0.25 ms more; a higher quality would take longer than
 * rendering the page.
 */
export function compressReplies(): RequestHandler {
  return compression({
    filter: prepareCompression,
    threshold: LEAST,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 16 } },
  });
}

/** A reply to HEAD is described like the one to GET, whose compressed length nobody knows before. */
function prepareCompression(req: Request, res: Response): boolean {
  // The places of a part are those in the file as it is.
  if (res.statusCode === 206 || !compression.filter(req, res)) return false;
  const isSmall = Number(res.getHeader("Content-Length")) < LEAST;
  if (req.method === "HEAD" && !isSmall && req.acceptsEncodings("br", "gzip", "deflate")) {
    res.removeHeader("Content-Length");
    weakenTag(res);
  }
  return true;
}

/** Other bytes have another strong tag (RFC 9110, 8.8.1), so that nobody goes on with a compressed file by parts of the plain one. */
export function weakenTag(res: Response): void {
  const tag = res.getHeader("ETag");
  if (typeof tag === "string" && tag.startsWith('"')) res.setHeader("ETag", `W/${tag}`);
}
