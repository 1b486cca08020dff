import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { INERT_LINK, INERT_TYPE, LOADER_SCRIPT } from "./script-loader";
import { pagePolicy } from "./security-headers";

/** The HTML of a page and the content security policy with the hashes of exactly these bytes. */
export interface ProcessedHtml {
  html: string;
  policy: string;
}

const INLINE_SCRIPT = /<script(\s[^>]*)?>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style(?:\s[^>]*)?>([\s\S]*?)<\/style>/g;
const DATA_BLOCK = /\stype="(?:application\/(?:ld\+)?json|speculationrules)"/;
/** Remix puts it on every link for lazy route discovery, which is turned off. */
const DISCOVERY_MARK = ' data-discover="true"';
const LOADER_TAG = `<script>${LOADER_SCRIPT}</script>`;

/**
 * Defers the scripts of a rendered page: preload links lose their `rel`, the module script gets an inert type, and the
 * loader that restores both is added at the end of the body (React 18 tolerates foreign nodes there). A page rendered
 * without scripts gets no loader.
 */
export function postProcessHtml(rendered: string): ProcessedHtml {
  let html = rendered.replaceAll('<link rel="modulepreload"', `<link ${INERT_LINK}=""`).replaceAll(DISCOVERY_MARK, "");
  const deferred = html.replace(/<script type="module" async="">/g, `<script type="${INERT_TYPE}" async="">`);
  if (deferred !== html) {
    const end = deferred.lastIndexOf("</body>");
    html = end < 0 ? deferred + LOADER_TAG : deferred.slice(0, end) + LOADER_TAG + deferred.slice(end);
  }
  return { html, policy: pagePolicy(hashScripts(html), hashStyles(html)) };
}

function hashScripts(html: string): string[] {
  const hashes: string[] = [];
  for (const [, attributes = "", text = ""] of html.matchAll(INLINE_SCRIPT)) {
    if (/\ssrc=/.test(attributes) || DATA_BLOCK.test(attributes)) continue;
    hashes.push(hashText(text));
  }
  return hashes;
}

function hashStyles(html: string): string[] {
  return Array.from(html.matchAll(INLINE_STYLE), ([, text = ""]) => hashText(text));
}

/** Styles, the loader and the module scripts repeat from page to page. */
const hashes = new LRUCache<string, string>({ max: 200, memoMethod: computeHash });

function hashText(text: string): string {
  // The data of a page doesn't repeat.
  return text.includes("streamController.enqueue") ? computeHash(text) : hashes.memo(text);
}

function computeHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
