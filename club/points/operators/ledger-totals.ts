import { sql } from "kysely";
import { defineAct } from "../../platform/acts/act";
import { flag, optionalDate } from "../../platform/acts/field";
import { csvFile } from "../../platform/http/csv";
import { moscowDate, moscowMoment, nextDay } from "../../platform/moscow-date";
import { heldAfter, sumAllHeld } from "../held-points";
import { sumDebts, sumLedger, sumPendingCredits } from "../ledger-totals";
import { AGES, splitOwed } from "../owed";
import { reasonTitles } from "../reason-titles";

const number = new Intl.NumberFormat("ru-RU");

/** Prints nothing about anybody: it needs no code. */
export const ledgerTotals = defineAct({
  name: "ledger-totals",
  group: "money",
  title: "Сколько клуб должен участникам",
  explanation: "Баллы на счетах на конец дня: за что начислены и как давно. Первыми тратятся самые старые.",
  summary: "What the club owes its participants in points: by reason, and what is left of each by age.",
  gives: "nothing",
  roles: ["finance"],
  fields: {
    date: optionalDate({
      label: "На конец дня",
      hint: "Пусто — на сейчас",
      help: "as of the end of this day in Moscow; without it, as of now",
    }),
    csv: flag({ label: "Сделать файл CSV", help: "also make a CSV file" }),
  },
  async run({ trx, services }, { date, csv }) {
    await sql`set local statement_timeout = 0`.execute(trx);
    const at = date === undefined ? services.now() : moscowMoment(nextDay(date), "00:00");
    const totals = await sumLedger(trx, at);
    const parts = await splitOwed(trx, at);
    const owed = totals.reduce((sum, { points }) => sum + points, 0);
    const rows = totals.map(({ reason, entries, points }) => [
      reasonTitles[reason],
      entries,
      points,
      ...AGES.map((_age, age) => parts.find((part) => part.reason === reason && part.age === age)?.points ?? 0),
    ]);
    const titles = ["За что", "Записей", "Баллов", ...AGES.map(({ name }) => `Осталось ${name}`)];
    const heldDay = heldAfter(services);
    const day = date ?? moscowDate(services.now());
    return {
      lines: [
        `Клуб должен участникам на ${date === undefined ? "сейчас" : `конец дня ${date}`}: ${number.format(owed)} баллов.`,
        ...(date === undefined
          ? [
              ...(heldDay === null
                ? []
                : [
                    `Из них участники ещё не могут потратить: ${number.format(await sumAllHeld(trx, heldDay))} баллов.`,
                  ]),
              `Ждут подтверждения участников: ${number.format(await sumPendingCredits(trx))} баллов.`,
              `Участники должны клубу: ${number.format(await sumDebts(trx))} баллов.`,
            ]
          : []),
      ],
      table: {
        columns: titles.map((title, index) => ({ title, isNumber: index > 0 })),
        rows: rows.map((cells) => ({ cells: cells.map(String) })),
      },
      subject: { kind: "ledger", id: day },
      ...(csv && { file: csvFile(`owed-${day}.csv`, titles, rows) }),
    };
  },
});
