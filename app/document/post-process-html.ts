import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { selectStyles } from "./page-styles.server";
import { DEFERRED_REL, INERT_TYPE, LOADER_SCRIPT } from "./script-loader";
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
/** The link to app/styles/index.css. */
const STYLESHEET = /<link rel="stylesheet"[^>]*>/;
const LOADER_TAG = `<script>${LOADER_SCRIPT}</script>`;

/**
 * Makes a rendered page need no file before it is shown. The styles of its components are added inline at the end of the
 * head. Scripts and the complete style sheet are deferred: links lose their `rel`, the module script gets an inert type, and
 * the loader that restores them is added at the end of the body. React 18 tolerates foreign nodes at both places. A page
 * rendered without scripts gets neither the loader nor the link to the style sheet.
 */
export function postProcessHtml(rendered: string): ProcessedHtml {
  const deferred = deferFiles(rendered.replaceAll(DISCOVERY_MARK, ""));
  const html = deferred.replace("</head>", () => `<style>${selectStyles(deferred)}</style></head>`);
  return { html, policy: pagePolicy(hashScripts(html), hashStyles(html)) };
}

function deferFiles(html: string): string {
  const deferred = html.replace('<script type="module" async="">', `<script type="${INERT_TYPE}" async="">`);
  if (deferred === html) return html.replace(STYLESHEET, "");
  const end = deferred.lastIndexOf("</body>");
  const withLoader = end < 0 ? deferred + LOADER_TAG : deferred.slice(0, end) + LOADER_TAG + deferred.slice(end);
  return withLoader.replace(/<link rel="(?=modulepreload"|stylesheet")/g, `<link ${DEFERRED_REL}="`);
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
