import { defineAct } from "../../../platform/acts/act";
import { file } from "../../../platform/acts/field";
import { isoDate } from "../../../platform/acts/iso-date";
import { moscowDate } from "../../../platform/moscow-date";
import type { Cell } from "../../../platform/spreadsheets/cell";
import { cellText, readActTable } from "../../../platform/spreadsheets/read-act-table";
import type { TitledColumns } from "../../../platform/spreadsheets/titled-table";
import { addCodes, CERTIFICATE, codeMessages, type NewCode } from "../certificate-codes";

/** Rows of the table that the act shows. */
const SHOWN_ROWS = 100;

const columns: TitledColumns<"prize" | "code" | "pin" | "expires"> = {
  columns: {
    prize: { title: "Подарок", hint: "название или номер подарка", isRequired: true },
    code: { title: "Код", hint: "код сертификата", isRequired: true },
    pin: { title: "PIN", hint: "если есть", isRequired: false },
    expires: { title: "Действует до", hint: "последний день, например 31.12.2026", isRequired: false },
  },
  otherNames: {
    prize: ["сертификат", "название", "номинал", "prize"],
    code: ["кодсертификата", "номерсертификата", "code"],
    pin: ["пин", "пинкод", "pincode"],
    expires: ["срокдействия", "годендо", "expires", "срок"],
  },
  inFile: "В файле",
  noRowsMessage: "В файле нет ни одного кода.",
  maxRows: 5_000,
};

/** Neither the audit log nor what the act shows has a code. */
export const addCertificateCodes = defineAct({
  name: "add-certificate-codes",
  group: "orders",
  title: "Добавить коды сертификатов",
  explanation: "Столбцы: «Подарок», «Код», по желанию «PIN» и «Действует до». Повторные коды не добавятся.",
  summary: "Add certificate codes to the stock from a file. Codes that are known already are told and left out.",
  gives: "nothing",
  roles: ["fulfilment"],
  fields: {
    file: file({
      label: "Файл с кодами",
      hint: "CSV или XLSX",
      help: "CSV or XLSX: «Подарок», «Код», «PIN», «Действует до»",
    }),
  },
  async run({ trx, services }, input) {
    const rows = await readActTable(input.file.content, columns);
    const prizes = await trx
      .selectFrom("prizes")
      .select(["id", "name"])
      .where("handler_system_name", "=", CERTIFICATE)
      .execute();
    const today = moscowDate(services.now());
    const failed: { row: number; text: string }[] = [];
    const codes: (NewCode & { row: number })[] = [];
    for (const row of rows) {
      const named = cellText(row.cell("prize")).toLowerCase();
      const prize = prizes.find(({ id, name }) => String(id) === named || name.toLowerCase() === named);
      const code = cellText(row.cell("code"));
      const expires = readDay(row.cell("expires"));
      if (!prize) failed.push({ row: row.number, text: "Нет сертификата с таким названием или номером." });
      else if (code === "" || code.length > 100) failed.push({ row: row.number, text: "Нет кода." });
      else if (expires === undefined) failed.push({ row: row.number, text: "Не удалось прочитать дату." });
      else if (expires !== null && expires < today) failed.push({ row: row.number, text: codeMessages.expired });
      else {
        const pin = cellText(row.cell("pin"));
        codes.push({ row: row.number, prizeId: prize.id, code, pin, expiresOn: expires });
      }
    }
    const ids = codes.length > 0 ? await addCodes(trx, services, codes) : [];
    const known = codes.filter((_code, index) => ids[index] === null);
    const added = codes.filter((_code, index) => ids[index] !== null);
    const notAdded = [...failed, ...known.map(({ row }) => ({ row, text: codeMessages.exists }))].sort(
      (one, other) => one.row - other.row,
    );
    return {
      lines: [
        `Добавлено кодов: ${added.length}.`,
        ...prizes.flatMap(({ id, name }) => {
          const count = added.filter(({ prizeId }) => prizeId === id).length;
          return count > 0 ? [`${name}: ${count}.`] : [];
        }),
        ...(notAdded.length > 0 ? [`Не добавлено строк: ${notAdded.length}.`] : []),
      ],
      ...(notAdded.length > 0 && {
        table: {
          columns: [{ title: "Строка файла", isNumber: true }, { title: "Почему" }],
          rows: notAdded.slice(0, SHOWN_ROWS).map(({ row, text }) => ({ cells: [String(row), text] })),
          total: notAdded.length,
        },
      }),
      subject: { kind: "certificate-codes", id: added.length },
      after: { added: added.length, known: known.length, failed: failed.length },
      link: { list: "certificate-stock" },
    };
  },
});

/** A day as "YYYY-MM-DD"; null for an empty cell, undefined for anything else. */
function readDay(cell: Cell): string | null | undefined {
  const text = cellText(cell);
  if (text === "") return null;
  const [, day = "", month = "", year = ""] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const iso = year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
  return isoDate(iso) ? iso : undefined;
}
