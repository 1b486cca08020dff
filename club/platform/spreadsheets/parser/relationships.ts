import type { Archive } from "./open-archive";
import { readXml } from "./read-xml";

/** What a part of a workbook refers to. */
export interface Relationship {
  readonly id: string;
  /** The last word of its type's address, such as "worksheet". */
  readonly type: string;
  /** The name of the other part in the archive. */
  readonly target: string;
}

/** Reads the relationships of a part; of the whole archive when the name is empty. A part may have none. */
export async function readRelationships(archive: Archive, part: string): Promise<Relationship[]> {
  const at = part.lastIndexOf("/") + 1;
  const file = `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
  const relationships: Relationship[] = [];
  if (!archive.has(file)) return relationships;
  await readXml(archive.read(file), {
    open(name, { Id: id = "", Type: type = "", Target: target, TargetMode: mode }) {
      if (name !== "Relationship" || target === undefined || mode === "External") return;
      const resolved = resolveName(part, target);
      if (resolved !== undefined)
        relationships.push({ id, type: type.slice(type.lastIndexOf("/") + 1), target: resolved });
    },
  });
  return relationships;
}

/** The name of a part that another one refers to, relative to its folder or from the top. */
function resolveName(part: string, target: string): string | undefined {
  try {
    return decodeURIComponent(new URL(target, `file:///${part}`).pathname).slice(1);
  } catch {
    return undefined;
  }
}
