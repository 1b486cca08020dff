import { toRussianDate } from "../../../../contract/russian-date";
import { defineAct } from "../../../platform/acts/act";
import { count, date } from "../../../platform/acts/field";
import { yearLimit } from "../../prizes/year-limit";

export const setTaxLimit = defineAct({
  name: "set-tax-limit",
  group: "money",
  title: "Изменить годовой лимит подарков",
  explanation: "Сумма подарков за год, до которой не нужны ни документы, ни налог. Действует с названного дня.",
  summary: "Set the roubles of gifts in a year and for a person that need neither documents nor a tax, since a day.",
  gives: "nothing",
  roles: ["finance"],
  needsCode: true,
  fields: {
    since: date({ label: "Действует с", help: "the first day, in Moscow" }),
    roubles: count({ label: "Лимит, ₽", help: "roubles in a calendar year and for a person", max: 100_000_000 }),
  },
  async run({ trx, services }, { since, roubles }) {
    const at = new Date(`${since}T12:00:00+03:00`);
    const { before } = await trx.selectNoFrom(yearLimit(services, at).as("before")).executeTakeFirstOrThrow();
    await trx
      .insertInto("tax_limits")
      .values({ since, roubles })
      .onConflict((conflict) => conflict.column("since").doUpdateSet({ roubles }))
      .execute();
    return {
      lines: [`С ${toRussianDate(since)} лимит подарков за год — ${roubles} ₽, сейчас на этот день — ${before} ₽.`],
      subject: { kind: "tax-limit", id: since },
      before: { roubles: before },
      after: { roubles },
    };
  },
});
