/** The text of an element or a node as it is read: without soft hyphens, with plain spaces. */
export function readText(text: string | null | undefined): string {
  return (text ?? "").replaceAll("\u00ad", "").replace(/[\s\u00a0]+/g, " ");
}

const LEFT_OUT = new Set(["script", "style", "template", "link", "meta", "title", "svg", "source"]);

/** Scripts, styles and what is only decoration. */
export const isLeftOut = (element: Element) =>
  LEFT_OUT.has(element.localName) || element.getAttribute("aria-hidden") === "true";

export const isElement = (node: Node): node is Element => node.nodeType === 1;

/** A text, a link or another part of a line. */
export function readInline(node: Node): string {
  if (node.nodeType === 3) return readText(node.nodeValue);
  if (!isElement(node) || isLeftOut(node)) return "";
  const text = [...node.childNodes].map(readInline).join("");
  if (node.localName === "br") return " / ";
  if (node.localName === "a") return describeLink(node, text);
  const attributes = listAttributes(node);
  return attributes.length > 0 ? `${text.trimEnd()}${brackets(attributes)}` : text;
}

/** A link as `‹text → href›`. */
export function describeLink(link: Element, text: string): string {
  return `‹${text.trim()} → ${link.getAttribute("href")}${brackets(listAttributes(link, ["href"]))}›`;
}

/** Names of classes, generated ids and what refers to them, what script and styles read; but not what a passkey needs. */
const UNREAD =
  /^(class|id|for|style|tabindex|aria-describedby|aria-labelledby|aria-controls|data-(?!passkey$).*|width|height)$/;

/** What an address has in itself, such as a drawing of a key: only its type is told. */
const CONTENT = /(?<=^data:[\w/+-]+);.*/;

/** The attributes that say something of an element to people, browsers or screen readers. */
export function listAttributes(element: Element, except: readonly string[] = []): string[] {
  return [...element.attributes]
    .filter(({ name }) => !UNREAD.test(name) && !except.includes(name))
    .map(({ name, value }) =>
      value === "" && name !== "value" && name !== "alt" ? name : `${name}=${readText(value).replace(CONTENT, "")}`,
    );
}

export const brackets = (attributes: readonly string[]) => (attributes.length > 0 ? ` [${attributes.join(", ")}]` : "");
