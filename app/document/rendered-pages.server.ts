import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ProcessedHtml } from "./post-process-html";

/** A finished page and the tag by which a browser asks whether it has changed. */
export interface RenderedPage {
  /** In UTF-8, as it is sent: as a text it would be encoded for each visit and take twice the memory, within V8's heap. */
  readonly body: Buffer<ArrayBuffer>;
  readonly policy: string;
  readonly etag: string;
}

const MAX_BYTES = 6_000_000;
/** Personal pages don't stay in memory for long. */
const LIFETIME_MS = 5 * 60_000;

const pages = new LRUCache<string, RenderedPage>({
  maxSize: MAX_BYTES,
  ttl: LIFETIME_MS,
  sizeCalculation: ({ body }) => body.length,
});

/**
 * Renders a page unless the same page has been rendered lately. A page depends on nothing but its address and what its loaders
 * returned, which are made for every request anew: the page of somebody who opens it again, goes back or waits for a change is
 * the same as long as these are.
 * @param parts everything on which the page depends
 */
export function renderOnce(parts: readonly string[], render: () => ProcessedHtml): RenderedPage {
  const key = hash(parts.join("\n"));
  const known = pages.get(key);
  if (known) return known;
  const { html, policy } = render();
  const body = Buffer.from(html);
  // Of the page itself, because another release may render the same data in another way.
  const page = { body, policy, etag: `W/"${hash(`${policy}\n`, body).slice(0, 22)}"` };
  pages.set(key, page);
  return page;
}

function hash(text: string, body: Buffer = Buffer.alloc(0)): string {
  return createHash("sha256").update(text).update(body).digest("base64url");
}
