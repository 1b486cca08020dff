/** Headers of every answer, whatever it carries. `same-origin` keeps the Origin of a plain form post (stricter sends `null`). */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()",
};

/** A year; sent only where PUBLIC_ORIGIN is https. */
export const STRICT_TRANSPORT = "max-age=31536000";

/** The policy of a page that needs no script: our own refusals and /500.html. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** A picture that is opened as a page by itself runs nothing. */
export const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * The policy of a rendered page, by hashes and without a nonce, so that the same bytes may be cached.
 * Pictures and documents may come from the brand's own https hosts; nothing else leaves this origin.
 * What `default-src` says already isn't said again: the headers share the first fourteen kilobytes with the page.
 * `style` attributes carry the charts' measures and stay allowed, `style` elements go by hash.
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
