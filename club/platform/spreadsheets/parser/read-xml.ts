import { SaxesParser } from "saxes";
import { UnreadableTableError } from "../unreadable-table-error";
import { tooMuchText } from "./limits";
import { Namespaces } from "./xml-namespaces";

/**
 * What is told of a document: elements in the namespace of its root, with their local names. What programs add for themselves in
 * others isn't, nor what is within it.
 */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** When true, the rest of the document isn't read. It's asked from time to time. */
  isDone?(): boolean;
}

const ATTRIBUTES_LIMIT = 500;
/** Elements within elements; those of a workbook are about ten. */
const DEPTH_LIMIT = 100;
/** Characters that may pass without an element or text having ended. */
const SILENCE_LIMIT = 1024 * 1024;

/**
 * Parses an XML document piece by piece, in UTF-8 or UTF-16. Takes time in proportion to its length.
 * @throws UnreadableTableError for a document that isn't well-formed or is nothing that a spreadsheet writes
 */
export async function readXml(content: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ position: false });
  let attributes = 0;
  let depth = 0;
  let silence = 0;
  const namespaces = new Namespaces();
  parser.on("error", (error) => {
    throw unreadableWorkbook(error);
  });
  parser.on("attribute", ({ name }) => {
    attributes += 1;
    silence = 0;
    namespaces.meet(name);
    if (attributes > ATTRIBUTES_LIMIT) throw unreadableWorkbook();
  });
  parser.on("opentag", (tag) => {
    attributes = 0;
    silence = 0;
    depth += 1;
    if (depth > DEPTH_LIMIT) throw unreadableWorkbook();
    const given = tag.attributes as Record<string, string>;
    const own = namespaces.open(tag.name, given);
    const chosen = namespaces.choose(given);
    if (own !== undefined) handler.open?.(own, chosen);
  });
  parser.on("closetag", (tag) => {
    silence = 0;
    depth -= 1;
    const name = namespaces.close(tag.name);
    if (name !== undefined) handler.close?.(name);
  });
  const readText = (text: string) => {
    silence = 0;
    if (namespaces.isOwn) handler.text?.(text);
  };
  parser.on("text", readText);
  parser.on("cdata", readText);

  let decoder: TextDecoder | undefined;
  for await (const chunk of content) {
    decoder ??= new TextDecoder(findEncoding(chunk));
    const text = decoder.decode(chunk, { stream: true });
    silence += text.length;
    parser.write(text);
    if (silence > SILENCE_LIMIT) throw tooMuchText();
    if (handler.isDone?.()) return;
  }
  parser.close();
}

/** The refusal of a workbook that no spreadsheet program writes. */
export function unreadableWorkbook(cause?: unknown): UnreadableTableError {
  return new UnreadableTableError("Таблицу Excel не удаётся прочитать. Сохраните её ещё раз в формате XLSX или CSV.", {
    cause,
  });
}

function findEncoding(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return "utf-8";
}
