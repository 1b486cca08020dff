import { sql } from "kysely";
import { ROUBLES_PER_POINT } from "../../../../contract/values";
import { fullName } from "../../../people/accounts/person";
import { defineAct } from "../../../platform/acts/act";
import { count } from "../../../platform/acts/field";
import { csvFile } from "../../../platform/http/csv";
import { moscowMoment } from "../../../platform/moscow-date";
import type { Seal } from "../../../platform/seal/seal";
import type { Trx } from "../../../platform/services";
import { yearLimit } from "../../prizes/year-limit";

interface PersonYear {
  readonly user_id: number;
  readonly last_name: string;
  readonly first_name: string;
  readonly sur_name: string;
  readonly phone: string;
  readonly gifts: number;
  readonly points: number;
  readonly answers_sealed: Buffer | null;
}

/** A gift counts in the year in which it was handed out. The INNs come from accepted documents, so the file is a secret. */
export const taxRegister = defineAct({
  name: "tax-register",
  group: "money",
  title: "Реестр подарков за год",
  explanation:
    "Выданные за год подарки по участникам: сумма и сколько сверх лимита. ИНН — из принятых документов, только в файле.",
  summary: "A CSV file of the gifts that each participant got in a year: name, INN, sum, and what is above the limit.",
  gives: "nothing",
  roles: ["finance"],
  needsCode: true,
  fields: {
    year: count({ label: "Год", help: "the calendar year", min: 2000, max: 2100, isPositional: true }),
  },
  async run({ trx, services }, { year }) {
    const until = moscowMoment(`${year + 1}-01-01`, "00:00");
    // The limit that counted at the end of the year, or counts now.
    const at = new Date(Math.min(until.getTime() - 1, services.now().getTime()));
    const { limit } = await trx.selectNoFrom(yearLimit(services, at).as("limit")).executeTakeFirstOrThrow();
    const people = await readPeople(trx, moscowMoment(`${year}-01-01`, "00:00"), until);
    const rows = people.map((person) => {
      const roubles = person.points * ROUBLES_PER_POINT;
      return {
        person,
        roubles,
        over: Math.max(roubles - limit, 0),
        inn: readInn(services.seal, person.answers_sealed),
      };
    });
    const over = rows.filter((row) => row.over > 0);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    return {
      lines: [
        `${year} год: подарки получили участников — ${rows.length}, на ${sum(rows.map(({ roubles }) => roubles))} ₽.`,
        `Лимит ${limit} ₽ превысили: ${over.length}, сверх него ${sum(over.map((row) => row.over))} ₽.`,
        ...(over.some(({ inn }) => inn === "")
          ? [`Из них без ИНН: ${over.filter(({ inn }) => inn === "").length}.`]
          : []),
      ],
      subject: { kind: "year", id: year },
      after: { people: rows.length, over: over.length },
      file: csvFile(
        `tax-register-${year}.csv`,
        ["Участник №", "ФИО", "ИНН", "Телефон", "Подарков", "Сумма, ₽", "Лимит, ₽", "Сверх лимита, ₽"],
        rows.map(({ person, roubles, over: above, inn }) => [
          person.user_id,
          fullName(person),
          inn,
          person.phone,
          person.gifts,
          roubles,
          limit,
          above,
        ]),
      ),
    };
  },
});

/** Whoever got gifts in a period, the largest sums first. */
async function readPeople(trx: Trx, from: Date, until: Date): Promise<PersonYear[]> {
  const { rows } = await sql<PersonYear>`
    select user_id, last_name, first_name, sur_name, phone, gifts, points, answers_sealed
    from (
      select user_id, count(*) as gifts, sum(price) as points from exchanges
      where status = 'completed' and updated_at >= ${from} and updated_at < ${until}
      group by user_id
    ) totals
    join users on users.id = user_id
    left join lateral (
      select answers_sealed from documents
      where documents.user_id = totals.user_id and status = 'accepted' and answers_sealed <> ''
      order by id desc limit 1
    ) accepted on true
    order by points desc, user_id
  `.execute(trx);
  return rows;
}

function readInn(seal: Seal, sealed: Buffer | null): string {
  return sealed ? (JSON.parse(seal.open("documents.answers_sealed", sealed).toString()).inn ?? "") : "";
}
