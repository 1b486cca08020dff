import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { replaceOnce } from "../../setup/replace-once";

/** A text of a source file that is replaced in the programs under test; the file itself stays as it is. */
export interface Edit {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The variable by which the portal's build gets its edits, as JSON. */
export const EDITS_VARIABLE = "PLANTED_EDITS";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * The edited text of a file; undefined when no edit is of it.
 * @throws Error when the file doesn't have a text exactly once: the fault would not be planted
 */
export async function readEdited(file: string, edits: readonly Edit[]): Promise<string | undefined> {
  const own = edits.filter((edit) => path.resolve(ROOT, edit.file) === path.resolve(file));
  if (own.length === 0) return undefined;
  return own.reduce((text, { from, to }) => replaceOnce(text, from, to, file), await readFile(file, "utf8"));
}
