import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ProcessedHtml } from "./post-process-html";

/** A finished page and the tag by which a browser asks whether it has changed. */
export interface RenderedPage extends ProcessedHtml {
  readonly etag: string;
}

/** Together about twice as much of memory where pages have Cyrillic letters, which all have. */
const MAX_CHARACTERS = 6_000_000;
/** Personal pages don't stay in memory for long. */
const LIFETIME_MS = 5 * 60_000;

const pages = new LRUCache<string, RenderedPage>({
  maxSize: MAX_CHARACTERS,
  ttl: LIFETIME_MS,
  sizeCalculation: ({ html }) => html.length,
});

/**
 * Renders a page unless the same page has been rendered lately. A page depends on nothing but its address and what its loaders
 * returned, which are made for every request anew: the page of somebody who opens it again, goes back or waits for a change is
 * the same as long as these are.
 * @param parts everything on which the page depends
 */
export function renderOnce(parts: readonly string[], render: () => ProcessedHtml): RenderedPage {
  const key = createHash("sha256").update(parts.join("\n")).digest("base64url");
  const known = pages.get(key);
  if (known) return known;
  const page = { ...render(), etag: `W/"${key.slice(0, 22)}"` };
  pages.set(key, page);
  return page;
}
