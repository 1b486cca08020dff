import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { HEADER_ID } from "../ui/core/shell/header-bar";
import { DEFERRED_REL } from "./hydration-data";
import { LATER_STYLES_MARK } from "./later-styles";
import { selectFurtherStyles, selectStyles } from "./page-styles.server";
import { LOADER_SCRIPT } from "./script-loader";
import { pagePolicy } from "./security-headers";

/** The HTML of a page and its content security policy. */
export interface ProcessedHtml {
  html: string;
  policy: string;
}

export interface PageParts {
  /** From `renderHydration`; null for a page without script. */
  hydration: string | null;
  /** The page shows a PDF. */
  showsDocument: boolean;
}

/** Remix puts it on every link for lazy route discovery, which is turned off. */
const DISCOVERY_MARK = ' data-discover="true"';
/** The browser waits with its first frame until the header is there, and not for more. Others than Chromium ignore it. */
const HEADER_FIRST = `<link rel="expect" href="#${HEADER_ID}" blocking="render">`;
/** The link to app/styles/index.css. */
const STYLESHEET = /<link rel="(stylesheet"[^>]*>)/;

/**
 * Makes a rendered page need no file before it is shown. The styles of its components are added inline, those of the header at
 * the end of the head and the others after the header; the complete style sheet is deferred; data and loader are added at the end
 * of the body. React 18 tolerates foreign nodes in the head and at the end. A page without script has neither the loader nor the
 * link to the style sheet.
 *
 * The policy allows the loader and the styles that are added here, and nothing that was in the rendered page.
 */
export function postProcessHtml(rendered: string, { hydration, showsDocument }: PageParts): ProcessedHtml {
  const bare = rendered.replaceAll(DISCOVERY_MARK, "");
  const deferred = bare.replace(STYLESHEET, hydration === null ? "" : `<link ${DEFERRED_REL}="$1`);
  const { styled, styles } = addStyles(deferred);
  const end = styled.lastIndexOf("</body>");
  const html = hydration === null || end < 0 ? styled : styled.slice(0, end) + hydration + styled.slice(end);
  const scripts = hydration === null ? [] : [hashes.memo(LOADER_SCRIPT)];
  return { html, policy: pagePolicy({ scripts, styles: styles.map((text) => hashes.memo(text)), showsDocument }) };
}

/** @returns the page with its styles, and the text of each style element */
function addStyles(html: string): { styled: string; styles: string[] } {
  const mark = html.indexOf(LATER_STYLES_MARK);
  if (mark < 0) {
    const all = selectStyles(html);
    return { styled: html.replace("</head>", () => `${styleElement(all)}</head>`), styles: [all] };
  }
  const first = html.slice(0, mark);
  const rest = html.slice(mark + LATER_STYLES_MARK.length);
  const styles = selectStyles(first);
  const later = selectFurtherStyles(rest, first);
  const begun = first.replace("</head>", () => `${HEADER_FIRST}${styleElement(styles)}</head>`);
  return { styled: begun + styleElement(later) + rest, styles: [styles, later] };
}

function styleElement(styles: string): string {
  return `<style>${styles}</style>`;
}

/** The loader is the same on every page, the styles repeat from page to page. */
const hashes = new LRUCache<string, string>({ max: 200, memoMethod: computeHash });

function computeHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
