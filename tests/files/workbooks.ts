import { packArchive } from "./archives";

/** A sheet of a workbook that is written by hand, to be unlike what a spreadsheet program writes. */
export interface RawSheet {
  readonly name: string;
  /** The content of `sheetData`; rows of texts are written as inline strings. */
  readonly data: string | readonly (readonly (string | number)[])[];
  readonly state?: "hidden" | "veryHidden";
  /** What the workbook calls the sheet's kind. */
  readonly type?: "worksheet" | "chartsheet";
  /** The name of its part in the archive. */
  readonly part?: string;
}

export interface RawWorkbook {
  readonly sheets: readonly RawSheet[];
  /** The name of the workbook's own part. */
  readonly part?: string;
  readonly date1904?: boolean;
  readonly styles?: string;
  readonly sharedStrings?: string;
  /** Changes the names of parts in the archive, which the relationships don't follow. */
  readonly rename?: (name: string) => string;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";

/** Writes the parts of a workbook, by their names in the archive. */
export function makeWorkbookParts(workbook: RawWorkbook): Record<string, string> {
  const part = workbook.part ?? "xl/workbook.xml";
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const places = workbook.sheets.map((sheet, index) => sheet.part ?? `${folder}worksheets/sheet${index + 1}.xml`);
  const list = workbook.sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="rId${index + 1}"/>`,
  );
  const relationships = workbook.sheets.map(({ type = "worksheet" }, index) =>
    writeRelationship(`rId${index + 1}`, type, `/${places[index]}`),
  );
  const parts: Record<string, string> = {
    "_rels/.rels": writeRelationships([writeRelationship("rId1", "officeDocument", part)]),
    [part]: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><workbookPr${workbook.date1904 ? ' date1904="1"' : ""}/><sheets>${list.join("")}</sheets></workbook>`,
  };
  workbook.sheets.forEach(({ data, type }, index) => {
    const rows = typeof data === "string" ? data : data.map(writeRow).join("");
    const place = places[index] ?? "";
    parts[place] =
      type === "chartsheet"
        ? `<chartsheet xmlns="${MAIN}"/>`
        : `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
  });
  if (workbook.styles !== undefined) {
    parts[`${folder}styles.xml`] = `<styleSheet xmlns="${MAIN}">${workbook.styles}</styleSheet>`;
    relationships.push(writeRelationship("styles", "styles", "styles.xml"));
  }
  if (workbook.sharedStrings !== undefined) {
    parts[`${folder}sharedStrings.xml`] = `<sst xmlns="${MAIN}">${workbook.sharedStrings}</sst>`;
    relationships.push(writeRelationship("strings", "sharedStrings", "sharedStrings.xml"));
  }
  parts[`${folder}_rels/${part.slice(folder.length)}.rels`] = writeRelationships(relationships);
  return parts;
}

/** Packs a workbook. Its large parts repeat themselves, so that a small archive unpacks to much. */
export function makeWorkbook(workbook: RawWorkbook): Buffer {
  const rename = workbook.rename ?? ((name: string) => name);
  const parts = Object.entries(makeWorkbookParts(workbook)).map(([name, xml]) => [rename(name), xml] as const);
  return packArchive(Object.fromEntries(parts));
}

/** A row without the places of itself and of its cells. */
function writeRow(cells: readonly (string | number)[]): string {
  const written = cells.map((cell) =>
    typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`,
  );
  return `<row>${written.join("")}</row>`;
}

function writeRelationships(relationships: readonly string[]): string {
  return `<Relationships xmlns="${PACKAGE}">${relationships.join("")}</Relationships>`;
}

function writeRelationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
