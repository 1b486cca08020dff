import { zipSync } from "fflate";

/** One line of a list of invitations: E-mail, Фамилия, Имя, Отчество, Кого пригласить. */
export type InviteLine = readonly [email: string, lastName: string, firstName: string, surName: string, target: string];

export const inviteHeader = ["E-mail", "Фамилия", "Имя", "Отчество", "Кого пригласить"] as const;

/** A list as Excel in Russian saves it: `;`, CRLF; in Windows-1251 unless `utf8`. */
export function makeInviteCsv(lines: readonly InviteLine[], encoding: "windows-1251" | "utf8" = "windows-1251"): File {
  const text = [inviteHeader, ...lines].map((line) => `${line.join(";")}\r\n`).join("");
  const content = encoding === "utf8" ? Buffer.from(`\uFEFF${text}`) : encodeWindows1251(text);
  return new File([new Uint8Array(content)], "список.csv", { type: "text/csv" });
}

/** The same list as an XLSX workbook. */
export function makeInviteWorkbook(lines: readonly InviteLine[]): File {
  const rows = [inviteHeader, ...lines].map((line, row) => {
    const cells = line.map((value, column) => {
      const place = `${String.fromCharCode(65 + column)}${row + 1}`;
      return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
    });
    return `<row r="${row + 1}">${cells.join("")}</row>`;
  });
  const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const packageRelationships = "http://schemas.openxmlformats.org/package/2006/relationships";
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packageRelationships}"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows.join("")}</sheetData></worksheet>`,
  };
  const archive = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, new TextEncoder().encode(xml)])),
  );
  return new File([new Uint8Array(archive)], "список.xlsx");
}

function escapeXml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

/** Letters of Russian and ASCII only. */
function encodeWindows1251(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 63;
      if (code < 128) return code;
      if (letter === "ё") return 0xb8;
      if (letter === "Ё") return 0xa8;
      return code - 0x410 + 0xc0;
    }),
  );
}
