import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { CONSENT_COOKIE, hasFlag, hasOnlyImpersonalCookies, LIGHT_COOKIE } from "../../app/document/cache";
import type { UnrenderedPage } from "../../app/document/remix-internals";

const NUMBER = /^[1-9]\d{0,2}$/;
const ID = /^\d{1,6}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * The query parameters that pages read, by the pattern of their path. A value that matches is part of the page's address. With
 * `null`, or a value that doesn't match, the page is personal or too varied to be kept. Any other parameter, such as the
 * `utm_source` of an advertisement, isn't part of a guest's page, which is rendered without it; a participant's page is rendered
 * with it and not kept.
 */
export const PARAMETERS: Readonly<Record<string, Readonly<Record<string, RegExp | null>>>> = {
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
  "/promo": { page: NUMBER },
  "/promo/:id": { search: null },
  "/q&a": { question: ID, search: null },
  "/rules": { document: null },
  "/dashboard/gifts": { type: /^[a-z_]{1,40}$/, enough: /^1$/ },
  "/dashboard/invite": { page: NUMBER },
  "/dashboard/points": { added: NUMBER, spent: NUMBER },
  "/dashboard/profile": { page: NUMBER },
  "/dashboard/profile/companies": { page: NUMBER },
  "/dashboard/report": { page: NUMBER },
  "/dashboard/report/:id": { page: NUMBER, errors: NUMBER },
  "/dashboard/sales": { page: NUMBER, date_from: DATE, date_to: DATE },
};

const LONGEST_PATH = 120;

/** The pattern of the page at a path, such as `/promo/:id`; undefined where there is none. */
export type FindPage = (pathname: string) => string | undefined;

/** Everything on which a guest's page depends. */
export interface GuestIdentity {
  readonly key: string;
  /** The path as it was written, since the page repeats it in its forms, and the parameters that the page reads. */
  readonly address: string;
  /** The pattern of its route. */
  readonly pattern: string;
  /** One of the few addresses without an id or a parameter, which nobody can multiply. */
  readonly isPlain: boolean;
  /** The cookies that a guest's page depends on, as a browser would send them. */
  readonly cookie: string;
}

/**
 * What the page of a guest depends on; undefined for a request that isn't a guest's, or whose page is too varied to be kept. No
 * other header, cookie or parameter of the visitor may reach the page.
 */
export function identifyGuestPage(request: IncomingMessage, findPage: FindPage): GuestIdentity | undefined {
  const { method, headers, url = "" } = request;
  if ((method !== "GET" && method !== "HEAD") || !hasOnlyImpersonalCookies(headers.cookie)) return undefined;
  const [path, query] = splitAddress(url);
  if (!path.startsWith("/") || path.length > LONGEST_PATH || path.endsWith(".data")) return undefined;
  const pattern = findPage(path);
  const known = pattern === undefined ? undefined : readParameters(pattern, query);
  if (pattern === undefined || !known?.isKeepable) return undefined;
  const address = known.kept === "" ? path : `${path}?${known.kept}`;
  const isLight = String(headers["save-data"]).toLowerCase() === "on" || hasFlag(headers.cookie, LIGHT_COOKIE);
  const flags = [
    ...(isLight ? [`${LIGHT_COOKIE}=1`] : []),
    ...(hasFlag(headers.cookie, CONSENT_COOKIE) ? [`${CONSENT_COOKIE}=1`] : []),
  ];
  const cookie = flags.join("; ");
  const isPlain = address === pattern || address === `${pattern}/`;
  return { key: `${cookie} ${address}`, address, pattern, isPlain, cookie };
}

/** The guest without cookies on the home page. */
export const GUESTS_HOME: GuestIdentity = { key: " /", address: "/", pattern: "/", isPlain: true, cookie: "" };

/**
 * Whether the page of somebody who isn't a guest is kept by its state. Guests are asked about by their address, and whatever they
 * add to it leaves nothing behind.
 */
export function mayKeepState({ headers, url = "" }: IncomingMessage, findPage: FindPage): boolean {
  if (hasOnlyImpersonalCookies(headers.cookie)) return false;
  const [path, query] = splitAddress(url);
  if (query === "") return true;
  const pattern = findPage(path);
  const known = pattern === undefined ? undefined : readParameters(pattern, query);
  return known?.isKeepable === true && !known.hasOthers;
}

/**
 * Everything on which the HTML of a page depends: its address, version and status, the state that its loaders have returned, and the
 * release that renders it. Two visitors with the same state get the same bytes, and nobody can get another state's.
 */
export function identifyState(release: string, { url, isLight, status, state }: UnrenderedPage): string {
  // None of them but the last can have a line break.
  return hash("sha256", [release, url, isLight, status, state].join("\n"), "base64url");
}

/** The tag by which a browser asks whether the page has changed. */
export function tagOf(stateKey: string): string {
  return `W/"${stateKey.slice(0, 22)}"`;
}

function splitAddress(url: string): [path: string, query: string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}

interface GivenParameters {
  /** Those that the page reads, in the order of the table. */
  readonly kept: string;
  readonly isKeepable: boolean;
  /** Whether there are parameters that the page doesn't read. */
  readonly hasOthers: boolean;
}

function readParameters(pattern: string, query: string): GivenParameters {
  if (query === "") return { kept: "", isKeepable: true, hasOthers: false };
  const declared = PARAMETERS[pattern] ?? {};
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  let isKeepable = true;
  for (const [name, values] of Object.entries(declared)) {
    const [value, ...more] = given.getAll(name);
    if (value === undefined) continue;
    if (more.length > 0 || !values?.test(value)) isKeepable = false;
    else kept.append(name, value);
  }
  return { kept: kept.toString(), isKeepable, hasOthers: given.size > kept.size };
}
