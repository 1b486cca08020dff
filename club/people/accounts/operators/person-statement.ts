import { toShortDate } from "../../../../contract/russian-date";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { date, person } from "../../../platform/acts/field";
import { csvFile } from "../../../platform/http/csv";
import { RefusalError } from "../../../platform/http/refusal-error";
import { moscowDate, moscowMoment, nextDay } from "../../../platform/moscow-date";
import { heldAfter } from "../../../points/held-points";
import { reasonTitleFor } from "../../../points/reason-titles";
import { readStatement } from "../../../points/statement";
import { findPerson } from "../find-person";
import { fullName } from "../person";

/** Rows of the table that the act shows; the file has all. */
const SHOWN_ROWS = 100;

export const personStatement = defineAct({
  name: "person-statement",
  group: "money",
  title: "Выписка участника",
  explanation:
    "Баллы за период: сколько было, что пришло и ушло, сколько стало. Файл можно распечатать или отправить участнику.",
  summary: "The points of a participant in a period as a CSV file: what there was, what came and went, what is left.",
  gives: "nothing",
  roles: ["support", "finance"],
  fields: {
    person: person(),
    from: date({ label: "С", help: "the first day, in Moscow" }),
    to: date({ label: "По", help: "the last day, in Moscow" }),
  },
  async run({ trx, services }, input) {
    if (input.to < input.from)
      throw new RefusalError(alias.validation, "Период кончается раньше, чем начинается.", "to");
    const found = await findPerson(services, input.person);
    const statement = await readStatement(trx, found.id, {
      from: moscowMoment(input.from, "00:00"),
      until: moscowMoment(nextDay(input.to), "00:00"),
      heldAfter: heldAfter(services),
    });
    const titles = ["Дата", "За что", "Операция", "Баллы", "Остаток"];
    const rows = statement.entries.map(({ at, reason, action, amount, balance, availableOn }) => [
      moscowDate(at),
      reasonTitleFor(found.role, reason),
      availableOn === null ? action : `${action} (можно потратить с ${toShortDate(availableOn)})`,
      amount,
      balance,
    ]);
    return {
      lines: [
        `${fullName(found)}, с ${input.from} по ${input.to}.`,
        `Было ${statement.opening}, пришло ${statement.added}, ушло ${statement.spent}, стало ${statement.closing}.`,
      ],
      table: {
        columns: titles.map((title, index) => ({ title, isNumber: index > 2 })),
        rows: rows.slice(0, SHOWN_ROWS).map((cells) => ({ cells: cells.map(String) })),
        total: rows.length,
      },
      subject: { kind: "person", id: found.id },
      file: csvFile(`statement-${found.id}-${input.from}-${input.to}.csv`, titles, [
        [input.from, "", `Остаток на начало: ${fullName(found)}`, "", statement.opening],
        ...rows,
        [input.to, "", "Остаток на конец", "", statement.closing],
      ]),
      link: { card: "person", id: String(found.id) },
    };
  },
});
