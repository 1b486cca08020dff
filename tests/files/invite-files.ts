import { makeWorkbook } from "./workbooks";

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
  const archive = makeWorkbook({ sheets: [{ name: "Лист1", data: [inviteHeader, ...lines] }] });
  return new File([new Uint8Array(archive)], "список.xlsx");
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
