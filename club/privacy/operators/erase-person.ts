import { sql } from "kysely";
import { alias } from "../../../contract/values";
import { findPerson } from "../../accounts/find-person";
import { fullName } from "../../accounts/person";
import { defineAct } from "../../acts/act";
import { flag, person } from "../../acts/field";
import { formatPoints } from "../../acts/format";
import { RefusalError } from "../../http/refusal-error";
import { readBalance } from "../../ledger/ledger";
import type { Trx } from "../../services";
import { erasePerson } from "../erase-person";

export const erasePersonAct = defineAct({
  name: "erase-person",
  group: "people",
  title: "Стереть данные участника",
  explanation:
    "Имя, контакты, документы, сообщения и входы исчезнут; продажи, заказы и записи о баллах останутся без имени. Вернуть нельзя: если участнику нужна копия, сначала выгрузите его данные.",
  summary:
    "Erase a person. Entries, deals and orders stay under a pseudonym; phone and e-mail are free for a new registration. It can't be undone.",
  roles: ["support"],
  needsCode: true,
  fields: {
    person: person(),
    yes: flag({ label: "Данные стираются насовсем", help: "erase; needed also with --dry-run" }),
  },
  async run({ services, trx }, input) {
    const found = await findPerson(services, input.person);
    if (!input.yes) {
      throw new RefusalError(alias.validation, "Отметьте, что данные стираются насовсем (--yes).", "yes");
    }
    const before = await sumEntries(trx, found.id);
    const { changed, points } = await erasePerson(trx, services, found.id);
    const after = await sumEntries(trx, found.id);
    if (JSON.stringify(before) !== JSON.stringify(after) || after.points !== (await readBalance(trx, found.id))) {
      throw new Error(`The ledger of person ${found.id} doesn't hold after the erasure; nothing was erased`);
    }
    return {
      lines: [
        `${fullName(found)}, № ${found.id}: данные стираются.`,
        ...(points > 0 ? [`Баллы, которые больше никто не потратит: ${formatPoints(points)}.`] : []),
        `Записей о баллах: ${after.entries}, их сумма не меняется.`,
      ],
      table: {
        columns: [{ title: "Что" }, { title: "Строк", isNumber: true }],
        rows: Object.entries(changed).map(([name, rows]) => ({ cells: [name, String(rows)] })),
      },
      subject: { kind: "person", id: found.id },
      before: { points },
      after: { changed: { ...changed } },
    };
  },
});

/** What an erasure leaves as it is. */
async function sumEntries(trx: Trx, userId: number): Promise<{ entries: number; points: number }> {
  return trx
    .selectFrom("ledger_entries")
    .select(({ fn }) => [fn.countAll<number>().as("entries"), sql<number>`coalesce(sum(amount), 0)`.as("points")])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}
