import { z } from "zod";
import { innField } from "../../../../contract/fields";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import { textBy } from "../../../platform/acts/field";
import { RefusalError } from "../../../platform/http/refusal-error";
import { zonedDate } from "../../../platform/zoned-date";

const timeZone = z
  .string()
  .trim()
  .max(60)
  .refine(isTimeZone, "Такого часового пояса нет. Примеры: Europe/Moscow, Asia/Yekaterinburg, Asia/Kamchatka.");

/** Sets where the days of a distributor begin: the moments in its reports are days there. */
export const distributorTimeZone = defineAct({
  name: "distributor-time-zone",
  group: "people",
  title: "Часовой пояс дистрибьютора",
  explanation: "В этом поясе клуб читает дату и время продаж из его отчётов. Уже засчитанные продажи не меняются.",
  summary: "Set the time zone in which the days of a distributor's reports begin.",
  gives: "nothing",
  roles: ["support"],
  fields: {
    inn: textBy(innField, { label: "ИНН", help: "the distributor's tax number", isPositional: true }),
    zone: textBy(timeZone, {
      label: "Часовой пояс",
      hint: "Например, Asia/Kamchatka.",
      help: "its time zone, such as Asia/Kamchatka",
      isPositional: true,
    }),
  },
  async run({ trx }, { inn, zone }) {
    const company = await trx
      .selectFrom("companies")
      .select(["id", "time_zone", "actual_name_organization"])
      .where("inn", "=", inn)
      .where("kind", "=", "distributor")
      .forUpdate()
      .executeTakeFirst();
    if (!company) throw new RefusalError(alias.notFound, `Дистрибьютора с ИНН ${inn} нет.`, "inn");
    await trx.updateTable("companies").set({ time_zone: zone }).where("id", "=", company.id).execute();
    return {
      lines: [`${company.actual_name_organization}: ${company.time_zone} → ${zone}.`],
      subject: { kind: "company", id: company.id },
      before: { time_zone: company.time_zone },
      after: { time_zone: zone },
    };
  },
});

function isTimeZone(name: string): boolean {
  try {
    return zonedDate(new Date(0), name) !== "";
  } catch {
    return false;
  }
}
