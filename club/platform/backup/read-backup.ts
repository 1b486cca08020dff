import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { type BackedUpTable, BackupError, FIRST_LINE, type Manifest, manifestSchema } from "./manifest";

/** One row of a table, as a line of JSON. */
export interface BackedUpRow {
  readonly table: string;
  readonly line: string;
}

/**
 * Reads a whole backup and compares it with its manifest, which it returns.
 *
 * @throws BackupError for a file that is damaged, incomplete or no backup
 */
export async function readBackup(file: string): Promise<Manifest> {
  const counted: Pick<BackedUpTable, "name" | "rows" | "sha256">[] = [];
  let table: { name: string; rows: number; hash: ReturnType<typeof createHash> } | undefined;
  const endTable = () => {
    if (table) counted.push({ name: table.name, rows: table.rows, sha256: table.hash.digest("hex") });
    table = undefined;
  };
  let manifest: string | undefined;
  let digest: string | undefined;
  for await (const line of readLines(file)) {
    const [, kind, value = ""] = /^# (table|manifest|sha256) (.*)$/.exec(line) ?? [];
    if (kind === "table") {
      endTable();
      table = { name: value, rows: 0, hash: createHash("sha256") };
    } else if (kind === "manifest") {
      endTable();
      manifest = value;
    } else if (kind === "sha256") {
      digest = value;
    } else if (table) {
      table.rows++;
      table.hash.update(line).update("\n");
    }
  }
  if (manifest === undefined || digest !== createHash("sha256").update(manifest).digest("hex")) throw damaged(file);
  const parsed = manifestSchema.parse(JSON.parse(manifest));
  const promised = parsed.tables.map(({ name, rows, sha256 }) => ({ name, rows, sha256 }));
  if (JSON.stringify(promised) !== JSON.stringify(counted)) throw damaged(file);
  return parsed;
}

/** The rows of a backup that `readBackup` has checked, table by table. */
export async function* readRows(file: string): AsyncGenerator<BackedUpRow> {
  let table = "";
  for await (const line of readLines(file)) {
    if (line.startsWith("# table ")) table = line.slice("# table ".length);
    else if (!line.startsWith("#")) yield { table, line };
  }
}

/** The lines after the first one, which says that the file is a backup. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  source.pipe(unzipped);
  let held = "";
  let isFirst = true;
  try {
    // Lines end at a line feed only; readline would also end them at separators that texts may contain.
    for await (const chunk of unzipped.setEncoding("utf8")) {
      const lines: string[] = chunk.split("\n");
      lines[0] = held + (lines[0] ?? "");
      held = lines.pop() ?? "";
      for (const line of lines) {
        if (!isFirst) yield line;
        else if (line !== FIRST_LINE) throw new BackupError(`The file ${file} is no backup of this release's format.`);
        isFirst = false;
      }
    }
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(file, error);
  } finally {
    source.destroy();
    unzipped.destroy();
  }
  if (isFirst) throw damaged(file);
}

function damaged(file: string, cause?: unknown): BackupError {
  return new BackupError(`The file ${file} is damaged or incomplete, or can't be read: restore another backup.`, {
    cause,
  });
}
