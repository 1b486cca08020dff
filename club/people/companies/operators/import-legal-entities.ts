import { sql } from "kysely";
import type { FileColumn } from "../../../../contract/columns";
import { innField } from "../../../../contract/fields";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { file } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { readActTable } from "../../../platform/spreadsheets/read-act-table";
import type { TitledColumns } from "../../../platform/spreadsheets/titled-table";

const columns = {
  inn: { title: "ИНН", hint: "", isRequired: true },
  name: { title: "Название", hint: "", isRequired: true },
  address: { title: "Адрес", hint: "", isRequired: true },
} as const satisfies Record<string, FileColumn>;

const entityTable: TitledColumns<keyof typeof columns> = {
  columns,
  otherNames: {
    inn: ["inn"],
    name: ["наименование", "юридическоелицо", "организация", "name"],
    address: ["юридическийадрес", "address"],
  },
  inFile: "В файле",
  noRowsMessage: "В файле нет ни одной строки с компанией.",
  maxRows: 100_000,
};
const SHOWN_ERRORS = 20;

/** The register from which registration fills name and address by INN (§3.4). */
export const importLegalEntities = defineAct({
  name: "import-legal-entities",
  group: "catalogue",
  title: "Загрузить юридические лица",
  explanation: "Файл CSV или XLSX: ИНН, Название, Адрес. По нему регистрация подставляет название и адрес.",
  summary: "Add legal entities by INN from a CSV or XLSX file; known ones are updated.",
  gives: "nothing",
  roles: ["content"],
  fields: { file: file({ label: "Файл", help: "a CSV or XLSX file" }) },
  async run({ trx }, input) {
    const rows = await readActTable(input.file.content, entityTable);
    const text = (value: unknown) => String(value ?? "").trim();
    const read = rows.map((row) => ({
      number: row.number,
      inn: innField.safeParse(text(row.cell("inn"))),
      name: text(row.cell("name")),
      address: text(row.cell("address")),
    }));
    const wrong = read.filter(({ inn, name }) => !inn.success || name === "");
    if (wrong.length > 0) {
      const numbers = wrong.slice(0, SHOWN_ERRORS).map(({ number }) => number);
      const more = wrong.length > SHOWN_ERRORS ? " и дальше" : "";
      throw new RefusalError(
        alias.validation,
        `Нет названия или неверный ИНН в строках: ${numbers.join(", ")}${more}.`,
        "file",
      );
    }
    const byInn = new Map(read.map((entity) => [entity.inn.success ? entity.inn.data : "", entity]));
    const { rows: written } = await sql<{ is_new: boolean }>`
      insert into legal_entities (inn, name, address)
      select * from unnest(
        ${[...byInn.keys()]}::text[], ${[...byInn.values()].map(({ name }) => name)}::text[],
        ${[...byInn.values()].map(({ address }) => address)}::text[]
      )
      on conflict (inn) do update set name = excluded.name, address = excluded.address
      returning xmax = 0 as is_new
    `.execute(trx);
    const added = written.filter(({ is_new }) => is_new).length;
    return {
      lines: [`Новых компаний: ${added}, обновлено: ${written.length - added}.`],
      subject: { kind: "legal-entities", id: "file" },
      after: { added, updated: written.length - added },
    };
  },
});
