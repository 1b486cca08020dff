import { type Zippable, zipSync } from "fflate";

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
  const parts: Zippable = {};
  for (const [name, xml] of Object.entries(makeWorkbookParts(workbook))) {
    parts[rename(name)] = new TextEncoder().encode(xml);
  }
  return Buffer.from(zipSync(parts, { level: 1 }));
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

/** Packs parts as programs do that write zip64 throughout: sizes, places and the directory's end in 64 bits. */
export function packZip64(parts: Readonly<Record<string, string>>): Buffer {
  const ALL_ONES = 0xffffffff;
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const fileName = Buffer.from(name);
    const common = Buffer.alloc(22);
    common.writeUInt16LE(45, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(ALL_ONES, 14);
    common.writeUInt32LE(ALL_ONES, 18);
    const sizes = writeExtra([content.length, content.length]);
    const body = Buffer.concat([
      Buffer.from("PK\u0003\u0004"),
      common,
      write16(fileName.length, sizes.length),
      fileName,
      sizes,
      content,
    ]);
    const extra = writeExtra([content.length, content.length, offset]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(ALL_ONES, 10);
    directory.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002\u002d\u0000"),
        common,
        write16(fileName.length, extra.length),
        place,
        fileName,
        extra,
      ]),
    );
    bodies.push(body);
    offset += body.length;
  }
  const places = Buffer.concat(directory);
  const count = directory.length;
  const end64 = Buffer.alloc(56);
  end64.write("PK\u0006\u0006", "latin1");
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(45, 12);
  end64.writeUInt16LE(45, 14);
  for (const [at, value] of [
    [24, count],
    [32, count],
    [40, places.length],
    [48, offset],
  ] as const) {
    end64.writeBigUInt64LE(BigInt(value), at);
  }
  const locator = Buffer.alloc(20);
  locator.write("PK\u0006\u0007", "latin1");
  locator.writeBigUInt64LE(BigInt(offset + places.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.write("PK\u0005\u0006\u0000\u0000\u0000\u0000", "latin1");
  end.writeUInt16LE(0, 20);
  return Buffer.concat([...bodies, places, end64, locator, end]);
}

function writeExtra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, index) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  });
  return extra;
}

function write16(...values: number[]): Buffer {
  const written = Buffer.alloc(2 * values.length);
  values.forEach((value, index) => {
    written.writeUInt16LE(value, 2 * index);
  });
  return written;
}

function crc32(content: Buffer): number {
  let crc = ~0;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
