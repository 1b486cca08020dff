/** The most rows of a table that are told; the others are counted. */
const TOLD_ROWS = 3;

const CONTROLS = "a, form, input, select, textarea, button, table, dl, h1, h2, h3, li, img";

/** What a reply says besides its page: its status, where it leads, whether it is stored, and the cookies without their values. */
export function describeHead({ status, headers }: { readonly status: number; readonly headers: Headers }): string[] {
  const told = ["Location", "Cache-Control", "Content-Type", "Content-Disposition"];
  return [
    `status ${status}`,
    ...told.flatMap((name) => (headers.get(name) === null ? [] : [`${name}: ${headers.get(name)}`])),
    ...headers.getSetCookie().map(describeCookie),
  ];
}

const DAY_SECONDS = 24 * 60 * 60;

function describeCookie(line: string): string {
  const told = line
    .replace(/^([^=]+)=[^;]+/, "$1=‹value›")
    .replace(/Max-Age=(\d+)/, (_, seconds) => `Max-Age=${Number(seconds) / DAY_SECONDS} days`);
  return `Set-Cookie: ${told}`;
}

/** What a page shows and offers, a line for each thing: headings, texts, rows, links as `text → href`, fields and buttons. */
export function outlinePage(document: Document): string[] {
  return [`title: ${document.title}`, ...outline(document.body)];
}

/** The same for a part of a page. */
export function outline(element: Element): string[] {
  switch (element.tagName) {
    case "SCRIPT":
    case "STYLE":
      return [];
    case "H1":
    case "H2":
    case "H3":
      return [`${"#".repeat(Number(element.tagName[1]))} ${textOf(element)}`];
    case "A":
      return [`${textOf(element)} → ${element.getAttribute("href")}${attributes(element, ["rel"])}`];
    case "IMG":
      return [`picture: ${element.getAttribute("alt")}`];
    case "BUTTON":
      return [`[${textOf(element)}]${attributes(element, ["type", "name", "value", "formaction"])}`];
    case "INPUT":
    case "SELECT":
    case "TEXTAREA":
      return [describeField(element as Field)];
    case "LABEL":
      // Its field tells it.
      return element.querySelector("input") ? outlineChildren(element, "input") : [];
    case "TABLE":
      return describeTable(element as HTMLTableElement);
    case "DL":
      return [...element.querySelectorAll("dt")].map((term) => {
        const fact = term.nextElementSibling;
        const link = fact?.querySelector("a");
        const text = fact?.classList.contains("secret") ? "‹secret›" : textOf(fact);
        return `${textOf(term)}: ${text}${link ? ` → ${link.getAttribute("href")}` : ""}`;
      });
    case "FORM":
      return [
        `form${attributes(element, ["method", "action", "enctype", "hidden", "data-passkey"])}`,
        ...outlineChildren(element).map((line) => `  ${line}`),
      ];
    default:
      return element.querySelector(CONTROLS) ? outlineChildren(element) : textLine(element);
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function outlineChildren(parent: Element, only?: string): string[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === node.TEXT_NODE) return only ? [] : textLine(node);
    if (node.nodeType !== node.ELEMENT_NODE) return [];
    const element = node as Element;
    return only && !element.matches(only) ? [] : outline(element);
  });
}

/** The text with its role, where it has one. */
function textLine(node: Node): string[] {
  const text = textOf(node);
  if (text === "") return [];
  const element = node.nodeType === node.ELEMENT_NODE ? (node as Element) : null;
  // What belongs to a field is told with it.
  if (element?.id && /-(hint|error)$/.test(element.id)) return [];
  return [`${text}${element ? attributes(element, ["role"]) : ""}`];
}

function describeField(field: Field): string {
  const label = [...(field.labels ?? [])].map((one) => textOf(one)).join(" / ");
  const own = attributes(field, [
    "name",
    "type",
    "inputmode",
    "autocomplete",
    "maxlength",
    "required",
    "checked",
    "aria-invalid",
  ]);
  const described = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter(Boolean)
    .map((id) => ` | ${id.split("-").at(-1)}: ${textOf(field.ownerDocument.getElementById(id))}`)
    .join("");
  const value = field.value === "" ? "" : ` = ${JSON.stringify(field.value)}`;
  const choices =
    field.tagName === "SELECT"
      ? ` of ${[...(field as HTMLSelectElement).options].map((one) => `${one.value}: ${textOf(one)}`).join(", ")}`
      : "";
  return `${field.tagName.toLowerCase()} «${label}»${own}${value}${choices}${described}`;
}

function describeTable(table: HTMLTableElement): string[] {
  const titles = [...table.querySelectorAll("thead th")].map(textOf);
  const rows = [...table.querySelectorAll("tbody tr")];
  const told = rows.slice(0, TOLD_ROWS).map((row) => {
    const cells = [...row.querySelectorAll("th, td")].map((cell) => {
      const link = cell.querySelector("a");
      return `${textOf(cell)}${link ? ` → ${link.getAttribute("href")}` : ""}`;
    });
    return `  | ${cells.join(" | ")}`;
  });
  return [`table «${textOf(table.caption)}» of ${rows.length} rows: ${titles.join(", ")}`, ...told];
}

function attributes(element: Element, names: readonly string[]): string {
  return names
    .filter((name) => element.hasAttribute(name))
    .map((name) => ` ${name}${element.getAttribute(name) === "" ? "" : `=${element.getAttribute(name)}`}`)
    .join("");
}

const textOf = (node: Node | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
