import { setTimeout as delay } from "node:timers/promises";
import { DEMO_PASSWORD } from "../../club/demo/demo-accounts";

export interface Page {
  readonly status: number;
  /** Where a redirect leads. */
  readonly location: string | null;
  readonly text: string;
}

export type Form = Readonly<Record<string, string>> | FormData;

/** Nobody waits longer for a page; the portal itself gives a call up after 50 s. */
const PAGE_MS = 65_000;
const PATIENCE_MS = 90_000;
const PAUSE_MS = 150;

/** The trouble that passes: no reply, the page of an outage, or a server that is starting. */
class Outage extends Error {}

/** A browser without script whose owner presses the button again after an outage. It keeps cookies. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  #isLoggedIn = false;

  constructor(
    private readonly origin: string,
    private readonly onPage: (path: string, status: number, body: string) => void,
  ) {}

  async logIn(phone: string): Promise<void> {
    const { location } = await this.insist("/login", { login: phone, password: DEMO_PASSWORD });
    if (location === null) throw new Error(`${phone} could not log in`);
    this.#isLoggedIn = true;
  }

  open(path: string): Promise<Page> {
    return this.insist(path);
  }

  /** Sends a form until something other than an outage comes back. */
  async insist(path: string, form?: Form): Promise<Page> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await this.attempt(path, form);
      } catch (error) {
        if (!(error instanceof Outage) || Date.now() > deadline) throw error;
        await delay(PAUSE_MS);
      }
    }
  }

  /** Sends a form once. */
  async attempt(path: string, form?: Form): Promise<Page> {
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.origin + path, {
        ...(form && { method: "POST", body: form instanceof FormData ? form : new URLSearchParams(form) }),
        headers: {
          Cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; "),
          "Sec-Fetch-Site": "same-origin",
        },
        redirect: "manual",
        signal: AbortSignal.timeout(PAGE_MS),
      });
      text = await response.text();
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") {
        throw new Error(`${path} was not answered within ${PAGE_MS / 1000} s`);
      }
      throw new Outage(`${path} broke off`, { cause: error });
    }
    const { status } = response;
    const location = response.headers.get("Location");
    this.onPage(path, status, text);
    for (const line of response.headers.getSetCookie()) this.#keepCookie(line);
    if (status === 307 && location) return this.attempt(location, form);
    if (status >= 500 || location === "/500.html") throw new Outage(`${path} is out of order (${status})`);
    if (this.#isLoggedIn && (location === "/" || location?.startsWith("/login")))
      throw new Error(`${path} logged the visitor out`);
    return { status, location, text };
  }

  #keepCookie(line: string): void {
    const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split(/=(.*)/s);
    if (/max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
