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
  /** Sends no more, and waits for what is on its way. */
  end(): Promise<LoadResult>;
}

export interface LoadResult {
  readonly gets: number;
  readonly posts: number;
  /** Requests that weren't sent because too many had no answer yet: the machine is slower than the load. */
  readonly heldBack: number;
  /** A sentence for each request that failed. */
  readonly failures: readonly string[];
}

/** With more in flight a slow machine would need longer for them than a stop may take. */
const MOST_IN_FLIGHT = 16;

/** Sends so many pages and forms a second, as long as not too many wait for their answers. */
export function startLoad({ ask, cookie, perSecond, pages, forms }: LoadOptions): Load {
  const failures: string[] = [];
  const waiting = new Set<Promise<void>>();
  const sent = { GET: 0, POST: 0 };
  let heldBack = 0;
  const send = (method: "GET" | "POST", path: string, cookies: string, body: string) => {
    if (waiting.size >= MOST_IN_FLIGHT) {
      heldBack += 1;
      return;
    }
    sent[method] += 1;
    const at = new Date().toISOString().slice(11, 23);
    const one = ask(method, path, headersOf(cookies, method), body)
      .then(({ status, location }) => {
        if (status >= 400 || location === "/500.html" || location?.startsWith("/login")) {
          failures.push(`${at} ${method} ${path}: ${status} ${location ?? ""}`);
        }
      })
      .catch((error: Error) => void failures.push(`${at} ${method} ${path}: ${error.message}`))
      .finally(() => waiting.delete(one));
    waiting.add(one);
  };
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    const page = pages[turn % pages.length];
    const form = forms[turn % forms.length];
    if (page) send("GET", page.path, page.isGuest ? "" : cookie, "");
    if (form) send("POST", form.path, cookie, new URLSearchParams(form.fields).toString());
  }, 1000 / perSecond);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(waiting);
      return { gets: sent.GET, posts: sent.POST, heldBack, failures };
    },
  };
}
