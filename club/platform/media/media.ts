import { Hono } from "hono";
import { etag } from "hono/etag";
import { describeError } from "../http/describe-error";
import type { Services } from "../services";
import { readByteRange } from "./byte-range";

/** Letters, digits, hyphens and single dots. */
const FILE_NAME = /^[\w-]+(\.[\w-]+)*$/;

/**
 * Serves the club's public files (pictures, rules documents) at `/media/{name}`, without the client credential. The name
 * contains the hash of the content, so browsers and CDNs may cache the file for ever. The policy lets no script run in it.
 */
export function createMediaRouter({ db, log }: Services): Hono {
  const media = new Hono();
  media.use("/media/*", etag());
  media.get("/media/:name", async (context) => {
    const name = context.req.param("name");
    const file = FILE_NAME.test(name)
      ? await db.selectFrom("files").select(["content_type", "content"]).where("name", "=", name).executeTakeFirst()
      : undefined;
    if (!file) return context.text("Not found", 404, { "Cache-Control": "no-store" });
    const { content } = file;
    // The name has the hash of what is in the file.
    const tag = `"${name}"`;
    const headers = {
      ETag: tag,
      "Accept-Ranges": "bytes",
      "Content-Type": file.content_type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    };
    // Only GET has parts (RFC 9110, 14.2).
    const mayBePart = context.req.method === "GET" && [undefined, tag].includes(context.req.header("If-Range"));
    const range = mayBePart ? readByteRange(context.req.header("Range"), content.length) : null;
    if (range === "none") {
      return context.text("Range not satisfiable", 416, {
        "Content-Range": `bytes */${content.length}`,
        "Cache-Control": "no-store",
      });
    }
    const { first, last } = range ?? { first: 0, last: content.length - 1 };
    return context.body(new Uint8Array(content.subarray(first, last + 1)), range ? 206 : 200, {
      ...headers,
      "Content-Length": String(last + 1 - first),
      ...(range && { "Content-Range": `bytes ${first}-${last}/${content.length}` }),
    });
  });
  media.onError((error, context) => {
    log.error({ err: describeError(error) }, "a media file could not be read");
    return context.text("Internal error", 500, { "Cache-Control": "no-store" });
  });
  return media;
}
