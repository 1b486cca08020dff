import { JSDOM } from "jsdom";
import { fillIn, type Typed, toBody } from "./form-body";
import { readText } from "./outline-text";
import type { TestPortal } from "./portal";

export type { Typed };

/** A page that the portal has answered with, or a redirect. */
export interface Page {
  readonly status: number;
  /** Where a redirect leads. */
  readonly location: string | null;
  readonly headers: Headers;
  /** The whole body, also of a download. */
  readonly text: string;
  readonly document: Document;
}

export type PortalBrowser = ReturnType<typeof openBrowser>;

const ORIGIN = "http://127.0.0.1:3000";

/** Browsers drop longer cookies, without a word. */
const LONGEST_COOKIE = 4_096;

/** All pages are parsed in one window: making a window takes as long as parsing a page. */
const reader = new JSDOM("");

/** @param path where the page is */
export function parsePage(text: string, path: string): Document {
  // A parsed document has the address of its window at that moment.
  reader.reconfigure({ url: ORIGIN + path });
  // Nothing asks for styles, and reading them takes longer than the rest.
  const plain = text.replace(/<style[^>]*>.*?<\/style>/gs, "<style></style>");
  return new reader.window.DOMParser().parseFromString(plain, "text/html");
}

/**
 * A browser without script in front of the portal. It keeps cookies, and posts only what the forms of its page contain.
 * @param cookie the `Cookie` header to begin with
 */
export function openBrowser(portal: Pick<TestPortal, "ask">, cookie = "") {
  const cookies = new Map(cookie.split("; ").filter(Boolean).map(splitCookie));
  let address = "/";
  let page: Page | null = null;

  async function ask(path: string, init: RequestInit = {}, { repeats = true } = {}): Promise<Page> {
    const headers = { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
    const response = await portal.ask(path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      if (line.length > LONGEST_COOKIE) continue;
      const [name, value] = splitCookie(line.split(";", 1)[0] ?? "");
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    // Keeps method and body, so nobody has to press again.
    if (response.status === 307 && location && repeats) return ask(location, init);
    const text = await response.text();
    let document: Document | undefined;
    address = path;
    page = {
      status: response.status,
      location,
      headers: response.headers,
      text,
      get document() {
        document ??= parsePage(text, path);
        return document;
      },
    };
    return page;
  }

  return {
    open: (path: string) => ask(path),
    /** Drops a cookie. */
    forget: (name: string) => void cookies.delete(name),
    /** Posts a form that needn't stand on the open page. A redirect that keeps the form isn't followed. */
    post: (path: string, body: URLSearchParams | FormData) => ask(path, { method: "POST", body }, { repeats: false }),
    /** Opens a page and follows its link with this text. */
    async follow(path: string, text: string): Promise<Page> {
      const { document } = await ask(path);
      const link = [...document.querySelectorAll("a")].find((link) => readText(link.textContent).includes(text));
      if (!link) throw new Error(`${path} has no link «${text}»`);
      return ask(link.pathname + link.search);
    },
    /**
     * Fills in the form of the page that has all these fields, and presses its button.
     * @param button part of the button's text; the first button when left out
     */
    async submit(fields: Record<string, Typed>, button?: string): Promise<Page> {
      if (!page) throw new Error("No page is open");
      const { form, pressed } = findForm(page.document, Object.keys(fields), button);
      const entries = fillIn(form, fields, pressed);
      const action = new URL(pressed.getAttribute("formaction") || form.getAttribute("action") || "", ORIGIN + address);
      if (form.method === "get") {
        const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
        return ask(`${action.pathname}?${query}`);
      }
      const path = action.pathname + action.search;
      const body = toBody(entries, form.enctype === "multipart/form-data");
      return ask(path, { method: "POST", body });
    },
  };
}

function splitCookie(pair: string): [name: string, value: string] {
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  return [name, value];
}

/** @throws when no form of the page has these fields and this button */
function findForm(document: Document, names: readonly string[], button?: string) {
  for (const form of document.querySelectorAll("form")) {
    const buttons = [...form.querySelectorAll("button")].filter(({ type }) => type === "submit");
    const pressed = button ? buttons.find((one) => readText(one.textContent).includes(button)) : buttons[0];
    if (pressed && names.every((name) => form.elements.namedItem(name))) return { form, pressed };
  }
  throw new Error(`No form of ${document.URL} has the fields ${names.join(", ")} and a button «${button ?? ""}»`);
}
