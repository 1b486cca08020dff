import { LRUCache } from "lru-cache";
import type { Bodies } from "./encodings";
import type { GuestIdentity } from "./identity";

// How long a page is kept and may be sent. docs/caching.md explains it.

/** A guest's page younger than this is sent as it is. `CACHE_CONTROL.guest` says the same. */
const FRESH_MS = 60_000;
/** Until this age the stale page is sent at once and renewed in the background; after it the visitor waits. */
const STALE_MS = 660_000;
/** Until this age a guest's page is sent while the upstream is down. */
const OUTAGE_MS = 24 * 3_600_000;
/** A page that is found by its state is never stale; this only keeps personal pages from staying in memory for long. */
const STATE_MS = 300_000;

/** Bytes of each kind of key. Each has its own, so that nobody can push out others' pages by inventing addresses. */
const BYTES = {
  /** Guests' addresses without an id or a parameter. */
  plain: 8_000_000,
  /** All other addresses of guests. */
  varied: 6_000_000,
  state: 6_000_000,
};

/** What a guest's page takes for each byte of its HTML: all its compressed forms together are smaller than a half. */
const BYTES_WITH_ENCODINGS = 1.5;

/** Which of the ways to a page has answered, as the access log says it. */
export type PageSource = "stored" | "same-state" | "rendered" | "outage";

/** A rendered page. */
export interface StatePage {
  /** In UTF-8, as it is sent: as a text it would be encoded for each visit and take twice the memory, within V8's heap. */
  readonly body: Buffer;
  readonly policy: string;
}

/** A guest's page with all that is sent with it. */
export interface GuestPage {
  readonly etag: string;
  readonly policy: string;
  /** Names and values, without those that depend on the visitor. */
  readonly headers: readonly (readonly [string, string])[];
  /** All headers as they are sent, by what of a visitor they depend on. */
  readonly prepared: Map<string, readonly string[]>;
  readonly size: number;
  readonly bodies: Bodies;
}

/** What became of a rendering for guests: the page, or the fact that it is personal and comes from the portal. */
export type GuestResult = { readonly page: GuestPage; readonly source: PageSource } | "personal";

/** Makes the page of an address. @param known the page that stands there, which may still be the same. @throws in an outage */
export type MakeGuestPage = (known: GuestPage | undefined) => Promise<GuestResult>;

interface Entry {
  readonly page: GuestPage | "personal";
  readonly madeAt: number;
  /** The last attempt to renew it has failed. */
  isOutage: boolean;
}

export interface PageStore {
  /** The page of an address, if it can be sent without a question. */
  findFresh(identity: GuestIdentity): GuestPage | undefined;
  /** The page of an address: a kept one, or one that is made for everybody who asks meanwhile. @throws in an outage */
  openGuestPage(identity: GuestIdentity, make: MakeGuestPage): Promise<GuestResult>;
  /** Whether the page of an address could be sent in an outage. */
  lastsThroughOutage(identity: GuestIdentity): boolean;
  /** The contents have changed: guests' pages are made again before they are sent, but in an outage. */
  expireGuestPages(): void;
  findState(key: string): StatePage | undefined;
  keepState(key: string, page: StatePage): void;
  /** How many pages it holds; for tests. */
  count(): Record<keyof typeof BYTES, number>;
}

/** @param now the clock in milliseconds */
export function createPageStore(now: () => number = Date.now): PageStore {
  const plain = createGuestPages(BYTES.plain);
  const varied = createGuestPages(BYTES.varied);
  const states = new LRUCache<string, StatePage>({
    maxSize: BYTES.state,
    ttl: STATE_MS,
    perf: { now },
    sizeCalculation: ({ body }) => body.length || 1,
  });
  const renewals = new Map<string, Promise<GuestResult>>();
  const pagesOf = ({ isPlain }: GuestIdentity) => (isPlain ? plain : varied);
  let expiredUntil = Number.NEGATIVE_INFINITY;
  const ageOf = ({ madeAt }: Entry) => {
    const age = now() - madeAt;
    return madeAt <= expiredUntil ? Math.max(age, STALE_MS) : age;
  };

  const renew = (identity: GuestIdentity, make: MakeGuestPage, entry: Entry | undefined) => {
    const { key } = identity;
    const begun = renewals.get(key);
    if (begun) return begun;
    const begunAt = now();
    const known = entry?.page === "personal" ? undefined : entry?.page;
    const renewal = make(known)
      .then((result) => {
        const page = result === "personal" ? result : result.page;
        // A page is as old as what it was made from; one that took longer doesn't replace a newer one.
        const present = pagesOf(identity).peek(key);
        if (!present || present.madeAt <= begunAt) {
          pagesOf(identity).set(key, { page, madeAt: begunAt, isOutage: false });
        }
        return result;
      })
      .catch((error: unknown) => {
        if (entry) entry.isOutage = true;
        throw error;
      })
      .finally(() => {
        if (renewals.get(key) === renewal) renewals.delete(key);
      });
    renewals.set(key, renewal);
    return renewal;
  };

  return {
    findFresh(identity) {
      const entry = pagesOf(identity).get(identity.key);
      if (!entry || entry.page === "personal" || ageOf(entry) >= FRESH_MS) return undefined;
      return entry.page;
    },
    async openGuestPage(identity, make) {
      const entry = pagesOf(identity).get(identity.key);
      const age = entry ? ageOf(entry) : Number.POSITIVE_INFINITY;
      const kept = (): GuestResult => {
        if (!entry || entry.page === "personal") return "personal";
        return { page: entry.page, source: entry.isOutage ? "outage" : "stored" };
      };
      if (age < FRESH_MS) return kept();
      const renewal = renew(identity, make, entry);
      if (age < STALE_MS) {
        renewal.catch(() => undefined);
        return kept();
      }
      return renewal.catch((error: unknown) => {
        if (age < OUTAGE_MS) return kept();
        throw error;
      });
    },
    lastsThroughOutage(identity) {
      const entry = pagesOf(identity).peek(identity.key);
      return entry !== undefined && entry.page !== "personal" && ageOf(entry) < OUTAGE_MS;
    },
    expireGuestPages() {
      expiredUntil = now();
      // Renewals that have begun may have read the old contents.
      renewals.clear();
    },
    findState: (key) => states.get(key),
    keepState: (key, page) => void states.set(key, page),
    count: () => ({ plain: plain.size, varied: varied.size, state: states.size }),
  };
}

function createGuestPages(maxSize: number): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize,
    sizeCalculation: ({ page }, key) =>
      key.length + (page === "personal" ? 1 : Math.ceil(page.size * BYTES_WITH_ENCODINGS)),
  });
}
