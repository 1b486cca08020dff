import { type Ask, headersOf } from "./visitor";

export interface LoadOptions {
  readonly ask: Ask;
  /** The cookies of a participant. */
  readonly cookie: string;
  /** Of each kind in a second. */
  readonly perSecond: number;
  readonly pages: readonly { readonly path: string; readonly isGuest: boolean }[];
  readonly forms: readonly { readonly path: string; readonly fields: Readonly<Record<string, string>> }[];
}

export interface Load {
  /** Asks for no more, and waits for all answers. */
  end(): Promise<LoadResult>;
}

export interface LoadResult {
  readonly gets: number;
  readonly posts: number;
  /** The longest time in which some request waited and none was answered. */
  readonly longestSilenceMs: number;
  /** Requests that weren't sent because too many waited for their turn: the machine is slower than the load. */
  readonly heldBack: number;
  /** A sentence for each request that failed. */
  readonly failures: readonly string[];
}

interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly cookies: string;
  readonly body: string;
}

/** With more in flight a slow machine would need longer for them than a stop may take. */
const MOST_IN_FLIGHT = 16;
/** With more a slow machine would be busy with them for minutes after the end. */
const MOST_QUEUED = 128;

/** Somebody always serves, so that such a silence is a site that stands still and not a slow machine. */
const LONGEST_SILENCE_MS = 30_000;

/** Sends so many pages and forms a second. Those that come while many wait for their answers are sent afterwards. */
export function startLoad({ ask, cookie, perSecond, pages, forms }: LoadOptions): Load {
  const failures: string[] = [];
  const waiting = new Set<Promise<void>>();
  const queue: Request[] = [];
  const sent = { GET: 0, POST: 0 };
  let [answeredAt, longestSilenceMs, heldBack] = [performance.now(), 0, 0];
  const noteAnswer = () => {
    const now = performance.now();
    longestSilenceMs = Math.max(longestSilenceMs, now - answeredAt);
    answeredAt = now;
  };
  const sendNext = () => {
    const next = waiting.size < MOST_IN_FLIGHT ? queue.shift() : undefined;
    if (!next) return;
    const { method, path, cookies, body } = next;
    // Nobody owed an answer until now.
    if (waiting.size === 0) answeredAt = performance.now();
    sent[method] += 1;
    const at = new Date().toISOString().slice(11, 23);
    const one = ask(method, path, headersOf(cookies, method), body)
      .then(({ status, location }) => {
        if (status >= 400 || location === "/500.html" || location?.startsWith("/login")) {
          failures.push(`${at} ${method} ${path}: ${status} ${location ?? ""}`);
        }
      })
      .catch((error: Error) => void failures.push(`${at} ${method} ${path}: ${error.message}`))
      .finally(() => {
        waiting.delete(one);
        noteAnswer();
        sendNext();
      });
    waiting.add(one);
  };
  const send = (request: Request) => {
    queue.push(request);
    sendNext();
  };
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    // Both or none: the place that an answer leaves would always be taken by a page.
    if (queue.length >= MOST_QUEUED) {
      heldBack += 2;
      return;
    }
    const page = pages[turn % pages.length];
    const form = forms[turn % forms.length];
    if (page) send({ method: "GET", path: page.path, cookies: page.isGuest ? "" : cookie, body: "" });
    if (form) {
      send({ method: "POST", path: form.path, cookies: cookie, body: new URLSearchParams(form.fields).toString() });
    }
  }, 1000 / perSecond);
  return {
    async end() {
      clearInterval(timer);
      // Each answer sends the next one.
      while (waiting.size > 0) await Promise.all(waiting);
      return { gets: sent.GET, posts: sent.POST, longestSilenceMs, heldBack, failures };
    },
  };
}

/** What a load has come to, to be printed. @throws Error when nobody was answered for long */
export function describeLoad({ gets, posts, longestSilenceMs, heldBack }: LoadResult): string {
  const silence = `${(longestSilenceMs / 1000).toFixed(1)} s`;
  if (longestSilenceMs > LONGEST_SILENCE_MS) throw new Error(`nobody was answered for ${silence}`);
  return `${gets} GET and ${posts} POST, 0 failed; no answer for ${silence} at most, ${heldBack} not sent as others waited`;
}
