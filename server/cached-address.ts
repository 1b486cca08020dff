/**
 * The query parameters that public pages read, by the pattern of their path. A value that matches is part of the page's
 * address in the cache. One that doesn't, or a parameter with `null`, makes the page personal or too varied to be cached. Any
 * other parameter, such as the `utm_source` of an advertisement, is left out of the address: the page is rendered without it.
 */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, RegExp | null>>>> = {
  // §2.4: links of letters.
  "/": {
    invite: null,
    referral: null,
    role: null,
    check_word: null,
    email: null,
    id: null,
    hash: null,
    token: null,
  },
  "/login": { mode: /^email$/ },
  "/promo": { page: /^[1-9]\d{0,2}$/ },
  "/q&a": { question: /^\d{1,6}$/, search: null },
  "/rules": { document: null },
};

const LONGEST_PATH = 120;

/** Where a guest's page stands in the cache. */
export interface CachedAddress {
  /** The path as it was written, since the page repeats it in its forms, and the parameters that the page reads. */
  readonly address: string;
  /** One of the few addresses without an id or a parameter, which nobody can multiply. */
  readonly isPlain: boolean;
}

/**
 * The address by which a page is cached; undefined when it isn't.
 * @param url path and query of the request
 * @param pattern the route's pattern, such as `/promo/:id`
 */
export function findCachedAddress(url: string, pattern: string): CachedAddress | undefined {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  if (path.length > LONGEST_PATH) return undefined;
  const declared = PARAMETERS[pattern] ?? {};
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const [name, values] of Object.entries(declared)) {
    const [value, ...more] = given.getAll(name);
    if (value === undefined) continue;
    if (more.length > 0 || !values?.test(value)) return undefined;
    kept.append(name, value);
  }
  const address = kept.size > 0 ? `${path}?${kept}` : path;
  return { address, isPlain: address === pattern || address === `${pattern}/` };
}
