import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { CONSENT_COOKIE, hasFlag, hasOnlyImpersonalCookies, LIGHT_COOKIE } from "../app/document/cache";
import { mayHaveForeignOpener } from "../app/document/security-headers";

/** The bodies of a page. */
export interface Encodings {
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** A page of the cache that has been sent to a guest. */
interface SentPage {
  readonly encodings: Encodings;
  /** The pattern of its route. */
  readonly route: string;
  /** Whether the cache would still send it as it is. */
  readonly isCurrent: () => boolean;
}

/** A response that can be sent again. */
export interface ReadyPage extends SentPage {
  readonly encoding: keyof Encodings;
  readonly etag: string;
  /** All headers but those of one response, as `writeHead` takes them with the least work: names and values in turn. */
  readonly headers: readonly string[];
  /** Those of them that a 304 has. */
  readonly notModifiedHeaders: readonly string[];
}

/** The responses that guests got from the cache, with the headers that the whole portal gave them. */
export interface ReadyPages {
  /** Remembers a response once it has been sent. */
  remember(req: IncomingMessage, res: ServerResponse, page: SentPage): void;
  /** The response to the same request, as long as the cache would give the same. */
  find(req: IncomingMessage): ReadyPage | undefined;
}

/** Browsers send few different `Accept-Encoding`; a visitor who invents more only pushes out others' entries. */
const MAX_ENTRIES = 500;
const LONGEST_ENCODING = 100;
const OWN_HEADERS = ["x-request-id", "connection", "content-length", "date"];
/** They describe a body, which a 304 has none of. */
const REPRESENTATION_HEADERS = ["content-encoding", "content-type"];

export function createReadyPages(): ReadyPages {
  const pages = new LRUCache<string, ReadyPage>({ max: MAX_ENTRIES });
  return {
    remember(req, res, page) {
      const key = keyOf(req);
      if (key === undefined || req.method !== "GET" || res.statusCode !== 200) return;
      res.once("finish", () => {
        const headers = Object.entries(res.getHeaders()).filter(([name]) => !OWN_HEADERS.includes(name));
        const encoding = res.getHeader("content-encoding");
        pages.set(key, {
          ...page,
          encoding: encoding === "br" || encoding === "gzip" ? encoding : "plain",
          etag: String(res.getHeader("etag")),
          headers: flatten(headers),
          notModifiedHeaders: flatten(headers.filter(([name]) => !REPRESENTATION_HEADERS.includes(name))),
        });
      });
    },
    find(req) {
      const key = keyOf(req);
      const page = key === undefined ? undefined : pages.get(key);
      return page?.isCurrent() ? page : undefined;
    },
  };
}

function flatten(headers: readonly (readonly [string, unknown])[]): string[] {
  return headers.flatMap(([name, value]) => [name, String(value)]);
}

/** What a guest's page and its headers depend on, as the visitor wrote it; undefined for a request that isn't a guest's. */
function keyOf({ method, headers, url = "" }: IncomingMessage): string | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const { cookie, "accept-encoding": encodings = "", "save-data": saveData = "" } = headers;
  if (encodings.length > LONGEST_ENCODING || !hasOnlyImpersonalCookies(cookie)) return undefined;
  const flags = cookie ? `${hasFlag(cookie, LIGHT_COOKIE)} ${hasFlag(cookie, CONSENT_COOKIE)}` : "";
  const policy = mayHaveForeignOpener(headers["sec-fetch-site"]) ? "cut off" : "";
  return `${encodings}\n${saveData}\n${flags}\n${policy}\n${url}`;
}
