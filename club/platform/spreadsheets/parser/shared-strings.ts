import { LIMITS, tooManyCells } from "./limits";
import type { Archive } from "./open-archive";
import { readXml } from "./read-xml";
import { TextCollector } from "./text-collector";

/** The texts that cells of the workbook refer to by their index. */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || !archive.has(part)) return strings;
  const text = new TextCollector();
  await readXml(archive.read(part), {
    open(name) {
      if (name === "si") text.start();
      text.open(name);
    },
    text: (value) => text.add(value),
    close(name) {
      text.close(name);
      if (name !== "si") return;
      if (strings.length >= LIMITS.cells) throw tooManyCells();
      strings.push(text.take());
    },
  });
  return strings;
}
