/**
 * A page in words, in the order of its HTML: headings, texts, rows of tables, links with their addresses, forms with every
 * attribute of their fields, pictures. Without scripts, styles, names of classes, generated ids and what is only decoration.
 * @param root what to describe, such as `main`
 */
export function describeElement(root: Element): string[] {
  return describeNodes([...root.childNodes]);
}

/** The text of an element as it is read: without soft hyphens, with plain spaces. */
function readText(text: string | null): string {
  return (text ?? "").replaceAll("\u00ad", "").replace(/[\s\u00a0]+/g, " ");
}

const LEFT_OUT = new Set(["script", "style", "template", "link", "meta", "title", "svg", "source"]);
/** What takes a line of its own; anything else is part of a line. */
const OWN_LINE = new Set(
  [
    "address article aside blockquote button caption dd details dialog div dl dt fieldset figcaption figure footer form h1",
    "h2 h3 h4 h5 h6 header hr img input label legend li main meter nav ol output p picture pre progress section select",
    "summary table textarea tr ul",
  ].flatMap((names) => names.split(" ")),
);
const FIELDS = new Set(["input", "select", "textarea"]);

const isLeftOut = (element: Element) =>
  LEFT_OUT.has(element.localName) || element.getAttribute("aria-hidden") === "true";

function describeNodes(nodes: readonly Node[]): string[] {
  const lines: string[] = [];
  let inline: Node[] = [];
  const endLine = () => {
    const text = inline.map(readInline).join("").replace(/ +/g, " ").trim();
    if (text) lines.push(text);
    inline = [];
  };
  for (const node of nodes) {
    if (isOwnLine(node)) {
      endLine();
      lines.push(...describeBlock(node));
    } else inline.push(node);
  }
  endLine();
  return lines;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

const ownLines = new WeakMap<Element, boolean>();

/** Whether an element or one within it takes a line of its own. */
function isOwnLine(node: Node): node is Element {
  if (!isElement(node)) return false;
  const known = ownLines.get(node);
  if (known !== undefined) return known;
  const is =
    OWN_LINE.has(node.localName) ||
    node.hasAttribute("role") ||
    node.hasAttribute("hidden") ||
    [...node.childNodes].some(isOwnLine);
  ownLines.set(node, is);
  return is;
}

/** A text, a link or another part of a line. */
function readInline(node: Node): string {
  if (node.nodeType === 3) return readText(node.nodeValue);
  if (!isElement(node) || isLeftOut(node)) return "";
  const text = [...node.childNodes].map(readInline).join("");
  if (node.localName === "br") return " / ";
  if (node.localName === "a") return describeLink(node, text);
  const attributes = listAttributes(node);
  return attributes.length > 0 ? `${text.trimEnd()} [${attributes.join(", ")}]` : text;
}

function describeLink(link: Element, text: string): string {
  const attributes = listAttributes(link, ["href"]);
  const more = attributes.length > 0 ? ` [${attributes.join(", ")}]` : "";
  return `‹${text.trim()} → ${link.getAttribute("href")}${more}›`;
}

function describeBlock(element: Element): string[] {
  if (isLeftOut(element)) return [];
  const name = element.localName;
  if (FIELDS.has(element.localName)) return [describeField(element)];
  if (name === "label") return describeLabel(element);
  if (name === "img") return [`img ${listAttributes(element, ["decoding", "loading"]).join(", ")}`];
  if (name === "tr") return [describeRow(element)];
  const inner = describeNodes([...element.childNodes]);
  if (name === "a") return [describeLink(element, inner.join(" · "))];
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading) return inner.map((line) => `${"#".repeat(Number(heading))} ${line}`);
  const attributes = listAttributes(element);
  const owner = findDescribed(element);
  if (owner && inner.length > 0) return [`hint of ${owner}${brackets(attributes)}: ${inner.join(" · ")}`];
  const title = titleOf(element, attributes);
  if (title === null) return inner;
  // What is empty is said only where script or a refused form fills it.
  if (inner.length === 0) return attributes.length > 0 || name === "hr" ? [title] : [];
  if (inner.length === 1) return [`${title}: ${inner[0]}`];
  return [`${title}:`, ...inner.map((line) => `  ${line}`)];
}

const NAMED =
  /^(button|caption|dd|dt|details|dialog|fieldset|figcaption|legend|li|nav|output|progress|meter|summary|table)$/;

/** The word before what is in an element; null for one that only arranges. */
function titleOf(element: Element, attributes: readonly string[]): string | null {
  const name = element.localName;
  if (name === "form") {
    const rest = listAttributes(element, ["method", "action"]);
    return `form ${(element.getAttribute("method") ?? "get").toUpperCase()} ${element.getAttribute("action")}${brackets(rest)}`;
  }
  if (name === "hr") return "—";
  return NAMED.test(name) || attributes.length > 0 ? `${name}${brackets(attributes)}` : null;
}

const brackets = (attributes: readonly string[]) => (attributes.length > 0 ? ` [${attributes.join(", ")}]` : "");

/** What refers to the elements of a document by their ids. */
interface References {
  /** The names of fields by the ids of what describes them. */
  readonly described: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, readonly HTMLLabelElement[]>;
}

const references = new WeakMap<Document, References>();

function referencesOf({ ownerDocument: document }: Element): References {
  const known = references.get(document);
  if (known) return known;
  const described = new Map<string, string>();
  for (const field of document.querySelectorAll("[aria-describedby]")) {
    const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    for (const id of ids) described.set(id, field.getAttribute("name") ?? field.localName);
  }
  const labels = new Map<string, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll("label")) {
    const of = label.getAttribute("for") ?? "";
    labels.set(of, [...(labels.get(of) ?? []), label]);
  }
  const found = { described, labels };
  references.set(document, found);
  return found;
}

/** The name of the field that says of itself that this element describes it. */
function findDescribed(element: Element): string | undefined {
  return element.id ? referencesOf(element).described.get(element.id) : undefined;
}

/** Of a label with a field the field, which has its text; of any other nothing where its field is there. */
function describeLabel(label: Element): string[] {
  const field = label.querySelector("input, select, textarea");
  if (field) return [describeField(field)];
  const of = label.getAttribute("for");
  if (of && label.ownerDocument.getElementById(of)) return [];
  return [`label of nothing: ${describeNodes([...label.childNodes]).join(" · ")}`];
}

function describeField(field: Element): string {
  const isShown = field.getAttribute("type") !== "hidden";
  const label = isShown ? ` «${labelOf(field)}»` : "";
  const name = `${field.localName} ${field.getAttribute("name") ?? "without a name"}`;
  return `${name}${label}${brackets(listAttributes(field, ["name"]))}${describeValue(field)}`;
}

/** The texts of the labels around a field and of those that point to it. */
function labelOf(field: Element): string {
  const around = field.closest("label");
  const pointing = referencesOf(field).labels.get(field.id) ?? [];
  const labels = around ? [around, ...pointing.filter((label) => label !== around)] : pointing;
  return labels.map((label) => [...label.childNodes].map(readLabel).join("").replace(/ +/g, " ").trim()).join(" / ");
}

/** The text without the field that is in it. */
function readLabel(node: Node): string {
  if (!isElement(node) || node.localName === "a") return readInline(node);
  return FIELDS.has(node.localName) || isLeftOut(node) ? "" : [...node.childNodes].map(readLabel).join("");
}

function describeValue(field: Element): string {
  if (field.localName === "textarea") return field.textContent ? ` = ${readText(field.textContent)}` : "";
  if (field.localName !== "select") return "";
  const options = [...field.querySelectorAll("option")].map((option) => {
    const chosen = option.hasAttribute("selected") ? "*" : "";
    return `${chosen}${option.getAttribute("value") ?? "without a value"} ${readText(option.textContent)}`.trim();
  });
  return ` = ${options.join(" | ")}`;
}

function describeRow(row: Element): string {
  const cells = [...row.children].map((cell) => {
    const attributes = listAttributes(cell, ["scope"]);
    return `${describeNodes([...cell.childNodes]).join(" · ")}${brackets(attributes)}`;
  });
  return `| ${cells.join(" | ")}${brackets(listAttributes(row))}`;
}

/** Names of classes, generated ids and what refers to them, what script and styles read. */
const UNREAD = /^(class|id|for|style|tabindex|aria-describedby|aria-labelledby|aria-controls|data-.*|width|height)$/;

/** The attributes that say something of an element to people, browsers or screen readers, by name. */
function listAttributes(element: Element, except: readonly string[] = []): string[] {
  return [...element.attributes]
    .filter(({ name }) => !UNREAD.test(name) && !except.includes(name))
    .map(({ name, value }) =>
      value === "" && name !== "value" && name !== "alt" ? name : `${name}=${readText(value)}`,
    );
}
