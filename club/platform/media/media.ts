import { Hono } from "hono";
import { etag } from "hono/etag";
import { describeError } from "../http/describe-error";
import type { Services } from "../services";

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
    return context.body(new Uint8Array(file.content), 200, {
      "Content-Type": file.content_type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    });
  });
  media.onError((error, context) => {
    log.error({ err: describeError(error) }, "a media file could not be read");
    return context.text("Internal error", 500, { "Cache-Control": "no-store" });
  });
  return media;
}
