import type { Page } from "./portal-browser";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What was typed; files have no text. */
type Typed = Readonly<Record<string, string | File>>;

/** Shorter texts may stand on a page by chance. */
const TELLING_LENGTH = 4;

/** A reply to a form: its status, where it leads, its cookies, and what a page shows of errors and of what was typed. */
export function describeReply(page: Page, typed: Typed): string[] {
  const { status, location, headers, text } = page;
  const isPage = !location && text !== "";
  const cookies = headers.getSetCookie().map(describeCookie);
  const others = ["Cache-Control", "Retry-After", "X-Remix-Reload-Document"].flatMap((name) =>
    headers.has(name) ? [`${name}: ${headers.get(name)}`] : [],
  );
  const where = location ? ` → ${decodeURIComponent(location)}` : isPage ? ` ${describeType(page)}` : "";
  return [
    `${status}${where}${others.map((line) => ` (${line})`).join("")}`,
    ...(cookies.length > 0 ? [`sets ${cookies.join(", ")}`] : []),
    ...(isPage ? describeBody(page, typed) : []),
  ];
}

/** All that a page says. */
export function describeMain({ document }: Page): string[] {
  const main = document.querySelector("main");
  return main ? [`it says: ${readText(main)}`] : [];
}

/** The notices that a page shows after a redirect. */
export function describeNotices({ status, document }: Page): string[] {
  const notices = [...document.querySelectorAll(".outcome .notice")];
  return [`then ${status} ${readHeading(document)}`, ...notices.map((one) => `notice: ${readText(one)}`)];
}

const isHtml = ({ headers }: Page) => headers.get("Content-Type")?.startsWith("text/html") ?? false;

const describeType = (page: Page) => (isHtml(page) ? readHeading(page.document) : page.headers.get("Content-Type"));

function describeBody(page: Page, typed: Typed): string[] {
  if (!isHtml(page)) return page.text.split("\n");
  const { document } = page;
  const form = findForm(document, typed);
  return [
    ...describeSummary(form),
    ...[...document.querySelectorAll(".outcome .notice, main .notice")].map((one) => `shown: ${readText(one)}`),
    ...describeErrors(form ?? document),
    ...[...document.querySelectorAll(".field-status")].flatMap((one) => {
      const text = readText(one);
      return text ? [`status: ${text}`] : [];
    }),
    ...describeTyped(page.text, form, typed),
  ];
}

/** The form with errors, else the one with most of the fields that were sent. */
function findForm(document: Document, typed: Typed): HTMLFormElement | undefined {
  const count = (form: HTMLFormElement) =>
    Object.keys(typed).filter((name) => form.elements.namedItem(name)).length +
    (form.querySelector(".error-summary") ? 100 : 0);
  const forms = [...document.querySelectorAll("form")].filter(({ method }) => method === "post");
  return forms.toSorted((one, other) => count(other) - count(one))[0];
}

/** What stands above the form, without what its fields say. */
function describeSummary(form: HTMLFormElement | undefined): string[] {
  const own = [...(form?.querySelectorAll(".error-summary > p") ?? [])].map(readText);
  const atFields = [...(form?.querySelectorAll(".field-error") ?? [])].map(readText);
  const others = [...(form?.querySelectorAll(".error-summary li") ?? [])].map(readText);
  const lines = [...own.filter((line) => !line.endsWith(":")), ...others.filter((line) => !atFields.includes(line))];
  return lines.map((line) => `error: ${line}`);
}

function describeErrors(place: ParentNode): string[] {
  return [...place.querySelectorAll(".field-error")].flatMap((error) => {
    const text = readText(error);
    if (!text) return [];
    const control = [...place.querySelectorAll("[aria-describedby]")].find((one) =>
      one.getAttribute("aria-describedby")?.split(" ").includes(error.id),
    );
    const name = control?.getAttribute("name") ?? control?.querySelector("[name]")?.getAttribute("name");
    return [`at ${name ?? "no field"}${control?.getAttribute("aria-invalid") ? "" : " (not marked)"}: ${text}`];
  });
}

/** Which fields have what was typed, and what of the rest came back with the page otherwise. */
function describeTyped(html: string, form: HTMLFormElement | undefined, typed: Typed): string[] {
  const kept: string[] = [];
  const empty: string[] = [];
  const elsewhere: string[] = [];
  for (const [name, value] of Object.entries(typed)) {
    if (name === "intent" || value === "" || typeof value !== "string") continue;
    if (form && isKept(form, name, value)) kept.push(name);
    else if (value.length >= TELLING_LENGTH && html.includes(value)) elsewhere.push(name);
    else empty.push(name);
  }
  const line = (what: string, names: string[]) => (names.length > 0 ? [`${what}: ${names.join(", ")}`] : []);
  const lost = [...line("doesn't keep", empty), ...line("only in the page's data", elsewhere)];
  if (kept.length === 0) return lost;
  return [...lost, lost.length === 0 ? "keeps what was typed" : "keeps the rest"];
}

function isKept(form: HTMLFormElement, name: string, value: string): boolean {
  const controls = [...form.querySelectorAll<Control>("input, select, textarea")].filter((one) => one.name === name);
  return controls.some((one) =>
    one.type === "checkbox" || one.type === "radio"
      ? (one as HTMLInputElement).checked && one.value === value
      : one.value === value,
  );
}

/** The attributes of nearly all cookies. */
const USUAL = ["Path=/", "HttpOnly", "SameSite=Lax"];

/** Its name, for how many seconds it is kept, and its attributes where they aren't the usual ones. Never its value. */
function describeCookie(line: string): string {
  const [pair = "", ...attributes] = line.split("; ");
  const [name, value] = pair.split(/=(.*)/s);
  const age = attributes.find((one) => one.startsWith("Max-Age="))?.slice("Max-Age=".length);
  const own = attributes.filter((one) => !one.startsWith("Max-Age="));
  const isUsual = own.length === USUAL.length && USUAL.every((one) => own.includes(one));
  const kept = age === "0" && value === "" ? "ends" : `${value === "" ? "empty " : ""}${age ?? "no end"}`;
  return `${name} (${[kept, ...(isUsual ? [] : own)].join("; ")})`;
}

function readHeading(document: Document): string {
  const heading = document.querySelector("h1");
  return heading ? `«${readText(heading)}»` : "without a heading";
}

function readText(element: Element): string {
  return readParts(element).replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();
}

/** The text of an element, with a space between its parts, without signs that nobody hears. */
function readParts(element: Element): string {
  if (element.getAttribute("aria-hidden") === "true") return "";
  return [...element.childNodes]
    .map((node) => (node.nodeType === 1 ? ` ${readParts(node as Element)} ` : (node.textContent ?? "")))
    .join("");
}
