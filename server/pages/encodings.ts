import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request as ExpressRequest } from "express";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "identity";

/** Compresses a page. @param quality of brotli; gzip has its default */
export type Compress = (plain: Buffer, encoding: "br" | "gzip", quality: number) => Promise<Buffer>;

/** The bytes of a page, in each encoding that somebody has asked for. */
export interface Bodies {
  /** Those that are ready. */
  find(encoding: Encoding): Buffer | undefined;
  /** Those of an encoding, made once for everybody who waits for them. */
  make(encoding: Encoding): Promise<Buffer>;
}

const QUICK = 5;
const SMALLEST = 11;

/**
 * @param isPlain the page has one of the few addresses that nobody can multiply. Only there the highest quality is worth its 50 ms
 * of another thread: the page is sent in a quick one before that is ready.
 */
export function createBodies(plain: Buffer, isPlain: boolean, compress: Compress = compressPage): Bodies {
  const ready = new Map<Encoding, Buffer>([["identity", plain]]);
  const begun = new Map<Encoding, Promise<Buffer>>([["identity", Promise.resolve(plain)]]);
  const begin = async (encoding: "br" | "gzip") => {
    const quick = await compress(plain, encoding, QUICK);
    ready.set(encoding, quick);
    if (isPlain && encoding === "br") {
      void compress(plain, encoding, SMALLEST).then((smallest) => {
        ready.set(encoding, smallest);
        begun.set(encoding, Promise.resolve(smallest));
      });
    }
    return quick;
  };
  return {
    find: (encoding) => ready.get(encoding),
    make(encoding) {
      const known = begun.get(encoding);
      if (known !== undefined || encoding === "identity") return known ?? Promise.resolve(plain);
      const made = begin(encoding);
      begun.set(encoding, made);
      return made;
    },
  };
}

function compressPage(plain: Buffer, encoding: "br" | "gzip", quality: number): Promise<Buffer> {
  if (encoding === "gzip") return promisify(gzip)(plain);
  return promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** Browsers send few different `Accept-Encoding`; whoever invents more only has them read again. */
const MAX_HEADERS = 100;
const LONGEST_HEADER = 100;
const chosen = new LRUCache<string, Encoding>({ max: MAX_HEADERS });

/** The encoding of which the server has read this `Accept-Encoding` before. */
export function recallEncoding(header = ""): Encoding | undefined {
  return chosen.get(header);
}

/** The smallest encoding that a visitor accepts. */
export function chooseEncoding(req: ExpressRequest): Encoding {
  const header = req.get("accept-encoding") ?? "";
  const known = chosen.get(header);
  if (known !== undefined) return known;
  const accepted = req.acceptsEncodings("br") || req.acceptsEncodings("gzip");
  const encoding = accepted === "br" || accepted === "gzip" ? accepted : "identity";
  if (header.length <= LONGEST_HEADER) chosen.set(header, encoding);
  return encoding;
}
