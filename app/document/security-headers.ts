/** Headers of every response. A stricter Referrer-Policy than `same-origin` would make browsers send `Origin: null` with form posts. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

/** One year; sent only where PUBLIC_ORIGIN is https. */
export const STRICT_TRANSPORT = "max-age=31536000";

/** The policy of pages without script: error pages of the server and /500.html. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The policy of an SVG picture that is opened as a page: nothing in it runs. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * The policy of a rendered page. It has hashes and no nonce, so that the same bytes can be cached. Pictures and documents
 * may come from https hosts of the brand; everything else comes from this origin. Directives that `default-src` covers are
 * left out, because the headers share the first 14 KB of the connection with the page. `style` attributes are allowed for
 * the charts; `style` elements need a hash.
 */
export function pagePolicy(scriptHashes: Iterable<string>, styleHashes: Iterable<string>): string {
  const sources = (hashes: Iterable<string>) =>
    ["'self'", ...[...new Set(hashes)].map((hash) => `'${hash}'`)].join(" ");
  return [
    "default-src 'self'",
    `script-src ${sources(scriptHashes)}`,
    "script-src-attr 'none'",
    `style-src-elem ${sources(styleHashes)}`,
    "style-src-attr 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "frame-src 'self' https:",
    "object-src 'self' https:",
    "worker-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
