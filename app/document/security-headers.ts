/** Headers of every response. A stricter Referrer-Policy than `same-origin` would make browsers send `Origin: null` with form posts. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(self), microphone=(), payment=(), usb=()",
};

/**
 * Tells by `Sec-Fetch-Site` whether another site may have led the visitor here, and may have a hold on the window, from which
 * `Cross-Origin-Opener-Policy` cuts it off. False where the visitor opened the page by hand (an address, a bookmark, the installed
 * app) or follows a link of the portal: there the browser spares the change to another process before the first paint.
 */
export function mayHaveForeignOpener(fetchSite: string | string[] | undefined): boolean {
  return fetchSite !== "none" && fetchSite !== "same-origin";
}

/** One year; sent only where PUBLIC_ORIGIN is https. */
export const STRICT_TRANSPORT = "max-age=31536000";

/** The policy of pages without script: error pages of the server and /500.html. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The policy of an SVG picture that is opened as a page: nothing in it runs. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** What the policy of a rendered page allows. */
export interface PagePolicy {
  /** Hashes of the inline scripts and of the style elements, such as `sha256-…`. */
  scripts: readonly string[];
  styles: readonly string[];
  /** The page shows a PDF, which may come from an https host of the brand. */
  showsDocument: boolean;
}

/**
 * The policy of a rendered page. It has hashes and no nonce, so that the same bytes can be cached. Pictures may come from
 * https hosts of the brand; everything else comes from this origin. Directives that `default-src` or `script-src` cover are
 * left out, because the headers share the first 14 KB of the connection with the page. `style` attributes are allowed for
 * the charts; `style` elements need a hash.
 */
export function pagePolicy({ scripts, styles, showsDocument }: PagePolicy): string {
  const own = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(" ");
  const documents = showsDocument ? "'self' https:" : "'none'";
  return [
    "default-src 'self'",
    `script-src ${own(scripts)}`,
    `style-src-elem ${own(styles)}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    `frame-src ${documents}`,
    `object-src ${documents}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
