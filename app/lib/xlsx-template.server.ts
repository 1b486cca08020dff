import { strToU8, zipSync } from "fflate";
import type { TemplateColumn } from "../../contract/columns";
import { sendTemplate } from "./template-response.server";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Of the archive's parts, so that the same template is the same file. */
const MADE = new Date("2026-01-01T00:00:00Z");

/**
 * A workbook with the titles of the columns, a note at each that says what stands there, and one row as a sample. All cells are
 * texts, so that a program keeps the zero at the beginning of an INN that is typed in.
 */
export function sendXlsxTemplate(columns: Readonly<Record<string, TemplateColumn>>, fileName: string): Response {
  const list = Object.values(columns);
  const parts: Record<string, string> = {
    "[Content_Types].xml": contentTypes(),
    "_rels/.rels": relationships([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Шаблон" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      ["worksheet", "worksheets/sheet1.xml"],
      ["styles", "styles.xml"],
    ]),
    "xl/styles.xml": styles(),
    "xl/worksheets/sheet1.xml": sheet(list),
    "xl/worksheets/_rels/sheet1.xml.rels": relationships([
      ["comments", "../comments1.xml"],
      ["vmlDrawing", "../drawings/notes1.vml"],
    ]),
    "xl/comments1.xml": notes(list),
    "xl/drawings/notes1.vml": noteShapes(list),
  };
  const archive = Object.fromEntries(
    Object.entries(parts).map(([name, xml]) => [
      name,
      strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`),
    ]),
  );
  return sendTemplate(zipSync(archive, { mtime: MADE }), `${SHEET}.sheet`, fileName);
}

function contentTypes(): string {
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${SHEET}.${type}+xml"/>`;
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
    override("/xl/workbook.xml", "sheet.main"),
    override("/xl/worksheets/sheet1.xml", "worksheet"),
    override("/xl/styles.xml", "styles"),
    override("/xl/comments1.xml", "comments"),
    "</Types>",
  ].join("");
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join("")}</Relationships>`;
}

/** Style 1: text; style 2: bold text. Number format 49 is text. */
function styles(): string {
  const cell = (font: number) =>
    `<xf numFmtId="49" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  return [
    `<styleSheet xmlns="${MAIN}">`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${cell(0)}${cell(1)}</cellXfs>`,
    "</styleSheet>",
  ].join("");
}

function sheet(columns: readonly TemplateColumn[]): string {
  const row = (number: number, style: number, texts: readonly string[]) => {
    const cells = texts.map(
      (text, column) =>
        `<c r="${cellName(column, number)}" s="${style}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`,
    );
    return `<row r="${number}">${cells.join("")}</row>`;
  };
  const titles = columns.map(({ title }) => title);
  const samples = columns.map(({ sample }) => sample);
  const last = columns.length;
  return [
    `<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols><col min="1" max="${last}" width="22" style="1" customWidth="1"/></cols>`,
    `<sheetData>${row(1, 2, titles)}${row(2, 1, samples)}</sheetData>`,
    '<legacyDrawing r:id="rId2"/>',
    "</worksheet>",
  ].join("");
}

function notes(columns: readonly TemplateColumn[]): string {
  const list = columns.map(
    (column, index) =>
      `<comment ref="${cellName(index, 1)}" authorId="0"><text><t>${escapeXml(noteOf(column))}</t></text></comment>`,
  );
  return `<comments xmlns="${MAIN}"><authors><author>Клуб</author></authors><commentList>${list.join("")}</commentList></comments>`;
}

function noteOf({ hint, isRequired }: TemplateColumn): string {
  const need = isRequired ? "Столбец нужен." : "Столбец можно удалить.";
  return `${hint[0]?.toUpperCase() ?? ""}${hint.slice(1)}. ${need} Вторая строка — образец, удалите её.`;
}

/** The boxes in which programs show the notes. */
function noteShapes(columns: readonly TemplateColumn[]): string {
  const shapes = columns.map((_, column) =>
    [
      `<v:shape id="note${column}" type="#note" style="position:absolute;width:160pt;height:70pt;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">`,
      `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 10, 1, 5, ${column + 3}, 10, 5, 5</x:Anchor>`,
      `<x:AutoFill>False</x:AutoFill><x:Row>0</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
    ].join(""),
  );
  return [
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">',
    '<v:shapetype id="note" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
    ...shapes,
    "</xml>",
  ].join("");
}

/** The name of a cell within the first 26 columns, such as `B1`. */
function cellName(column: number, row: number): string {
  return `${String.fromCharCode(65 + column)}${row}`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
