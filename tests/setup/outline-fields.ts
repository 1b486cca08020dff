import { brackets, isElement, isLeftOut, listAttributes, readInline, readText } from "./outline-text";

const FIELDS = new Set(["input", "select", "textarea"]);

export const isField = (element: Element) => FIELDS.has(element.localName);

/** A field with its label, every attribute, its value and its options. */
export function describeField(field: Element): string {
  const isShown = field.getAttribute("type") !== "hidden";
  const label = isShown ? ` «${labelOf(field)}»` : "";
  const name = `${field.localName} ${field.getAttribute("name") ?? "without a name"}`;
  return `${name}${label}${brackets(listAttributes(field, ["name"]))}${describeValue(field)}`;
}

/** Of a label with a field the field, which has its text; of any other nothing where its field is there. */
export function describeLabel(label: Element): string[] {
  const field = label.querySelector("input, select, textarea");
  if (field) return [describeField(field)];
  const of = label.getAttribute("for");
  if (of && label.ownerDocument.getElementById(of)) return [];
  return [`label of nothing: ${[...label.childNodes].map(readInline).join("").trim()}`];
}

/**
 * Whose hint or error an element is, such as `hint of phone`; of an error also whether its field lacks `aria-invalid`, or whether
 * no field refers to it.
 */
export function describeRole(element: Element): string | undefined {
  const owner = element.id ? referencesOf(element).described.get(element.id) : undefined;
  const isError = element.classList.contains("field-error") || /-error$/.test(element.id);
  if (!isError) return owner && `hint of ${nameOf(owner)}`;
  if (!owner) return "error of no field";
  return `error of ${nameOf(owner)}${owner.hasAttribute("aria-invalid") ? "" : " (not marked)"}`;
}

/** The name of a field, or of the first one in a group. */
const nameOf = (owner: Element) =>
  owner.getAttribute("name") ?? owner.querySelector("[name]")?.getAttribute("name") ?? owner.localName;

/** What refers to the elements of a document by their ids. */
interface References {
  /** Fields and groups by the ids of what describes them. */
  readonly described: ReadonlyMap<string, Element>;
  readonly labels: ReadonlyMap<string, readonly HTMLLabelElement[]>;
}

const references = new WeakMap<Document, References>();

function referencesOf({ ownerDocument: document }: Element): References {
  const known = references.get(document);
  if (known) return known;
  const described = new Map<string, Element>();
  for (const field of document.querySelectorAll("[aria-describedby]")) {
    for (const id of field.getAttribute("aria-describedby")?.split(" ") ?? []) described.set(id, field);
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
  return isField(node) || isLeftOut(node) ? "" : [...node.childNodes].map(readLabel).join("");
}

function describeValue(field: Element): string {
  if (field.localName === "textarea") {
    const lines = (field.textContent ?? "").split("\n").map((line) => readText(line));
    return field.textContent ? ` = ${lines.join("\\n")}` : "";
  }
  if (field.localName !== "select") return "";
  const options = [...field.querySelectorAll("option")].map((option) => {
    const chosen = option.hasAttribute("selected") ? "*" : "";
    return `${chosen}${option.getAttribute("value") ?? "without a value"} ${readText(option.textContent)}`.trim();
  });
  return ` = ${options.join(" | ")}`;
}
