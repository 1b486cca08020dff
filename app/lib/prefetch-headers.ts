/** The headers by which a browser says that it fetches a page in advance, which isn't a visit yet. */
export const PREFETCH_HEADERS = ["sec-purpose", "purpose", "x-moz"] as const;
