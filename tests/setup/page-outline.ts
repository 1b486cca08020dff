import { describeField, describeLabel, describeRole, isField } from "./outline-fields";
import { brackets, describeLink, isElement, isLeftOut, listAttributes, readInline } from "./outline-text";

/** A page in words: its title, then what its body shows and offers. */
export function outlinePage(document: Document): string[] {
  return [`title: ${document.title}`, ...outline(document.body)];
}

/**
 * A part of a page in words, in the order of its HTML: headings, texts, rows of tables, links with their addresses, forms with
 * every attribute of their fields, hints and errors, buttons, pictures. Without scripts, styles, names of classes, generated ids
 * and what is only decoration. Whoever needs less selects from the lines, or outlines only some elements.
 */
export function outline(element: Element): string[] {
  return outlineNodes([element]);
}

/** The same in one line. */
export function outlineInLine(element: Element): string {
  const lines = outline(element).map((line) => line.trim());
  return lines.join(" · ").replace(": · ", ": ");
}

/** What takes a line of its own; anything else is part of a line. */
const OWN_LINE = new Set(
  [
    "address article aside blockquote body button caption dd details dialog div dl dt fieldset figcaption figure footer form",
    "h1 h2 h3 h4 h5 h6 header hr img input label legend li main meter nav ol output p picture pre progress section select",
    "summary table textarea tr ul",
  ].flatMap((names) => names.split(" ")),
);

/** Links that have no text between them stand below each other. */
function outlineNodes(nodes: readonly Node[]): string[] {
  const lines: string[] = [];
  let inline: Node[] = [];
  const endLine = () => {
    const parts = inline.map(readInline);
    const areLinks = inline.every((node, index) => node.nodeName === "A" || !parts[index]?.trim());
    const texts = areLinks ? parts : [parts.join("")];
    lines.push(...texts.map((text) => text.replace(/ +/g, " ").trim()).filter(Boolean));
    inline = [];
  };
  for (const node of nodes) {
    if (isOwnLine(node)) {
      endLine();
      lines.push(...outlineBlock(node));
    } else inline.push(node);
  }
  endLine();
  return lines;
}

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

function outlineBlock(element: Element): string[] {
  if (isLeftOut(element)) return [];
  const name = element.localName;
  if (isField(element)) return [describeField(element)];
  if (name === "label") return describeLabel(element);
  if (name === "img") return [`img ${listAttributes(element, ["decoding", "loading"]).join(", ")}`];
  if (name === "tr") return [describeRow(element)];
  const inner = outlineNodes([...element.childNodes]);
  if (name === "a") return [describeLink(element, inner.join(" · "))];
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading) return inner.map((line) => `${"#".repeat(Number(heading))} ${line}`);
  const attributes = listAttributes(element);
  const role = inner.length > 0 ? describeRole(element) : undefined;
  if (role) return [`${role}${brackets(attributes)}: ${inner.join(" · ")}`];
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
    const method = (element.getAttribute("method") ?? "get").toUpperCase();
    const rest = listAttributes(element, ["method", "action"]);
    return `form ${method} ${element.getAttribute("action") ?? "to this page"}${brackets(rest)}`;
  }
  if (name === "hr") return "—";
  return NAMED.test(name) || attributes.length > 0 ? `${name}${brackets(attributes)}` : null;
}

function describeRow(row: Element): string {
  const cells = [...row.children].map((cell) => {
    const attributes = listAttributes(cell, ["scope"]);
    return `${outlineNodes([...cell.childNodes]).join(" · ")}${brackets(attributes)}`;
  });
  return `| ${cells.join(" | ")}${brackets(listAttributes(row))}`;
}
