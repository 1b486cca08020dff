import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { selectStyles } from "./page-styles.server";
import { DEFERRED_REL, LOADER_SCRIPT } from "./script-loader";
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
/** The link to app/styles/index.css. */
const STYLESHEET = /<link rel="(stylesheet"[^>]*>)/;

/**
 * Makes a rendered page need no file before it is shown. The styles of its components are added inline at the end of the
 * head; the complete style sheet is deferred; data and loader are added at the end of the body. React 18 tolerates foreign
 * nodes at both places. A page without script has neither the loader nor the link to the style sheet.
 *
 * The policy allows the loader and the styles that are added here, and nothing that was in the rendered page.
 */
export function postProcessHtml(rendered: string, { hydration, showsDocument }: PageParts): ProcessedHtml {
  const bare = rendered.replaceAll(DISCOVERY_MARK, "");
  const deferred = bare.replace(STYLESHEET, hydration === null ? "" : `<link ${DEFERRED_REL}="$1`);
  const styles = selectStyles(deferred);
  const styled = deferred.replace("</head>", () => `<style>${styles}</style></head>`);
  const end = styled.lastIndexOf("</body>");
  const html = hydration === null || end < 0 ? styled : styled.slice(0, end) + hydration + styled.slice(end);
  const scripts = hydration === null ? [] : [hashes.memo(LOADER_SCRIPT)];
  return { html, policy: pagePolicy({ scripts, styles: [hashes.memo(styles)], showsDocument }) };
}

/** The loader is the same on every page, the styles repeat from page to page. */
const hashes = new LRUCache<string, string>({ max: 200, memoMethod: computeHash });

function computeHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
