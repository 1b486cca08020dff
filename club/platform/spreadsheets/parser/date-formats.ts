import type { Archive } from "./open-archive";
import { readXml } from "./read-xml";

/** Formats that have a number only, because every program knows them. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const STYLES_LIMIT = 100_000;

/** For each cell style of the workbook, by its index, whether it shows a number as a date. */
export async function readDateStyles(archive: Archive, part: string | undefined): Promise<boolean[]> {
  const styles: boolean[] = [];
  if (part === undefined || !archive.has(part)) return styles;
  const formats = new Map<string, boolean>();
  let isInCellStyles = false;
  await readXml(archive.read(part), {
    open(name, { numFmtId: id = "0", formatCode: code = "" }) {
      if (name === "cellXfs") isInCellStyles = true;
      if (name === "numFmt" && formats.size < STYLES_LIMIT) formats.set(id, showsDate(code));
      if (name === "xf" && isInCellStyles && styles.length < STYLES_LIMIT) {
        styles.push(
          formats.get(id) ?? BUILT_IN_DATES.some(([first, last]) => Number(id) >= first && Number(id) <= last),
        );
      }
    },
    close(name) {
      if (name === "cellXfs") isInCellStyles = false;
    },
  });
  return styles;
}

/** Whether a format has a letter of a date outside of its quotes, brackets and escaped characters. */
function showsDate(code: string): boolean {
  return /[ymdhs]/i.test(code.slice(0, 1000).replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ""));
}
