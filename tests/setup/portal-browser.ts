import { JSDOM } from "jsdom";
import type { TestPortal } from "./portal";

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

/** What is typed, chosen or ticked in a field of a form. */
export type Typed = string | boolean | File;

export type PortalBrowser = ReturnType<typeof openBrowser>;

const ORIGIN = "http://127.0.0.1:3000";

/** Browsers drop longer cookies, without a word. */
const LONGEST_COOKIE = 4_096;

/** All pages are parsed in one window: making a window takes as long as parsing a page. */
const reader = new JSDOM("");

function parsePage(text: string, url: string): Document {
  // A parsed document has the address of its window at that moment.
  reader.reconfigure({ url });
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
        document ??= parsePage(text, ORIGIN + path);
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
      const link = [...document.querySelectorAll("a")].find((link) => readText(link).includes(text));
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
      const entries = fillIn(form, fields);
      if (pressed.name) entries.push([pressed.name, pressed.value]);
      const action = new URL(pressed.getAttribute("formaction") || form.getAttribute("action") || "", ORIGIN + address);
      if (form.method === "get") {
        const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
        return ask(`${action.pathname}?${query}`);
      }
      const path = action.pathname + action.search;
      if (form.enctype !== "multipart/form-data") {
        const body = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
        return ask(path, { method: "POST", body });
      }
      const body = new FormData();
      for (const [name, value] of entries) body.append(name, value);
      return ask(path, { method: "POST", body });
    },
  };
}

function splitCookie(pair: string): [name: string, value: string] {
  const [name = "", value = ""] = pair.split(/=(.*)/s);
  return [name, value];
}

/** A soft hyphen only says where a word may be divided. */
function readText(element: Element): string {
  return (element.textContent ?? "").replaceAll("\u00ad", "");
}

/** @throws when no form of the page has these fields and this button */
function findForm(document: Document, names: readonly string[], button?: string) {
  for (const form of document.querySelectorAll("form")) {
    const buttons = [...form.querySelectorAll("button")].filter(({ type }) => type === "submit");
    const pressed = button ? buttons.find((one) => readText(one).includes(button)) : buttons[0];
    if (pressed && names.every((name) => form.elements.namedItem(name))) return { form, pressed };
  }
  throw new Error(`No form of ${document.URL} has the fields ${names.join(", ")} and a button «${button ?? ""}»`);
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a browser would send: the fields as they came with the page, changed by what is typed. */
function fillIn(form: HTMLFormElement, typed: Record<string, Typed>): [name: string, value: string | File][] {
  const entries: [string, string | File][] = [];
  for (const field of form.querySelectorAll<Field>("input[name], select[name], textarea[name]")) {
    const { name, type } = field;
    const value = typed[name];
    if (type === "checkbox" || type === "radio") {
      const choice = field as HTMLInputElement;
      const isChecked = value === undefined ? choice.checked : value === true || value === choice.value;
      if (isChecked) entries.push([name, choice.value]);
    } else if (type === "file") {
      entries.push([name, value instanceof File ? value : new File([], "")]);
    } else {
      entries.push([name, typeof value === "string" ? typeInto(field, value) : field.value]);
    }
  }
  return entries;
}

/** @throws when nobody could type or choose this */
function typeInto(field: Field, value: string): string {
  const isChoice = field.tagName === "SELECT";
  if (isChoice && ![...(field as HTMLSelectElement).options].some((option) => option.value === value)) {
    throw new Error(`The list ${field.name} has no ${value}`);
  }
  if (field.type === "hidden" || (!isChoice && (field as HTMLInputElement).readOnly)) {
    throw new Error(`Nobody can type into ${field.name}`);
  }
  return value;
}
