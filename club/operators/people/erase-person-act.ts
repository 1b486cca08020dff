import { sql } from "kysely";
import { alias } from "../../../contract/values";
import { findPerson } from "../../people/accounts/find-person";
import { fullName } from "../../people/accounts/person";
import { defineAct } from "../../platform/acts/act";
import { flag, person } from "../../platform/acts/field";
import { formatPoints } from "../../platform/acts/format";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Trx } from "../../platform/services";
import { readBalance } from "../../points/ledger";
import { erasePerson } from "./erase-person";
import { listMergedAccounts } from "./merged-accounts";

export const erasePersonAct = defineAct({
  name: "erase-person",
  group: "people",
  title: "Стереть данные участника",
  explanation:
    "Имя, контакты, документы, сообщения и входы исчезнут; продажи, заказы и записи о баллах останутся без имени. Вернуть нельзя: если участнику нужна копия, сначала выгрузите его данные.",
  summary:
    "Erase a person. Entries, deals and orders stay under a pseudonym; phone and e-mail are free for a new registration. It can't be undone.",
  gives: "nothing",
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
    const changed: Record<string, number> = {};
    let points = 0;
    let entries = 0;
    for (const { id } of [...(await listMergedAccounts(trx, found.id)), found]) {
      const before = await sumEntries(trx, id);
      const erasure = await erasePerson(trx, services, id);
      const after = await sumEntries(trx, id);
      if (JSON.stringify(before) !== JSON.stringify(after) || after.points !== (await readBalance(trx, id))) {
        throw new Error(`The ledger of person ${id} doesn't hold after the erasure; nothing was erased`);
      }
      for (const [name, rows] of Object.entries(erasure.changed)) changed[name] = (changed[name] ?? 0) + rows;
      points += erasure.points;
      entries += after.entries;
    }
    return {
      lines: [
        `${fullName(found)}, № ${found.id}: данные стираются.`,
        ...(points > 0 ? [`Баллы, которые больше никто не потратит: ${formatPoints(points)}.`] : []),
        `Записей о баллах: ${entries}, их сумма не меняется.`,
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
