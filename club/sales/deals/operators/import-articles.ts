import { sql } from "kysely";
import type { FileColumn } from "../../../../contract/columns";
import { toRussianDate } from "../../../../contract/russian-date";
import { alias } from "../../../../contract/values";
import { defineAct } from "../../../platform/acts/act";
import * as field from "../../../platform/acts/field";
import { comparedSince, describeLargeIncrease, isLargeIncrease } from "../../../platform/acts/large-increase";
import { RefusalError } from "../../../platform/http/refusal-error";
import { moscowDate } from "../../../platform/moscow-date";
import type { Services, Trx } from "../../../platform/services";
import { readActTable } from "../../../platform/spreadsheets/read-act-table";
import type { TitledColumns, TitledRow } from "../../../platform/spreadsheets/titled-table";
import { listDatedArticles, rateOn } from "../dated-articles";
import { readArticleCode } from "../read-report-row";

const columns = {
  code: { title: "Артикул", hint: "", isRequired: true },
  name: { title: "Наименование", hint: "", isRequired: true },
  manager: { title: "Баллы менеджеру", hint: "за штуку", isRequired: true },
  member: { title: "Баллы магазину", hint: "за штуку", isRequired: true },
} as const satisfies Record<string, FileColumn>;
type Column = keyof typeof columns;

const articleTable: TitledColumns<Column> = {
  columns,
  otherNames: {
    code: ["код", "sku", "article", "code"],
    name: ["название", "товар", "номенклатура", "name"],
    manager: ["менеджеру", "сейлзу", "баллысейлзу", "managerpoints"],
    member: ["магазину", "ритейлу", "баллыритейлу", "memberpoints"],
  },
  inFile: "В файле",
  noRowsMessage: "В файле нет ни одной строки с артикулом.",
  maxRows: 40_000,
};

const SHOWN_ROWS = 100;
const SHOWN_ERRORS = 20;
const SHOWN_CODES = 5;
const HIGHEST_RATE = 1_000_000;

interface NewRate {
  readonly code: string;
  readonly name: string;
  readonly managerPoints: number;
  readonly memberPoints: number;
}

/** Articles are only added and changed, because sales name them; a sale counts with the rate of its day. */
export const importArticles = defineAct({
  name: "import-articles",
  group: "catalogue",
  title: "Загрузить артикулы и баллы",
  explanation:
    "Файл CSV или XLSX: Артикул, Наименование, Баллы менеджеру, Баллы магазину. Новые баллы считаются за продажи с указанного дня; учтённые продажи не пересчитываются.",
  summary: "Add articles and their points from a CSV or XLSX file, from a day on.",
  gives: "value",
  roles: ["content", "finance"],
  needsCode: true,
  fields: {
    file: field.file({ label: "Файл", help: "a CSV or XLSX file" }),
    since: field.optionalDate({
      label: "Действует с",
      hint: "Пусто — с сегодняшнего дня",
      help: "first day; today by default",
    }),
  },
  async run({ trx, services }, input) {
    const since = input.since ?? moscowDate(services.now());
    const wanted = await readArticles(input.file.content);
    const known = new Map((await listDatedArticles(trx)).map((article) => [readArticleCode(article.code), article]));
    const changed = wanted.flatMap((article) => {
      const former = known.get(readArticleCode(article.code));
      const rate = former && rateOn(former, since);
      const isSame =
        former?.name === article.name &&
        rate?.managerPoints === article.managerPoints &&
        rate.memberPoints === article.memberPoints;
      // An article keeps the spelling of its code, which sales and promotions name.
      return isSame ? [] : [{ ...article, code: former?.code ?? article.code, former, rate }];
    });
    const large = await findLargeIncreases(services, trx, changed);
    await insertRates(trx, changed, since);
    await upsertArticles(trx, changed, moscowDate(services.now()));
    const added = changed.filter(({ former }) => !former).length;
    return {
      lines: [
        `Строк: ${wanted.length}. Новых артикулов: ${added}, изменятся: ${changed.length - added}, без изменений: ${wanted.length - changed.length}.`,
        `Баллы действуют за продажи с ${toRussianDate(since)}.`,
      ],
      table: {
        columns: [{ title: "Артикул" }, { title: "Наименование" }, { title: "Менеджеру" }, { title: "Магазину" }],
        rows: changed.slice(0, SHOWN_ROWS).map(({ code, name, managerPoints, memberPoints, rate }) => ({
          cells: [
            code,
            name,
            showChange(rate?.managerPoints, managerPoints),
            showChange(rate?.memberPoints, memberPoints),
          ],
        })),
        total: changed.length,
      },
      whySecondOperator:
        large.length === 0 ? [] : [describeLargeIncrease(services, `Баллы за штуку (${nameSome(large)}) вырастут`)],
      subject: { kind: "articles", id: since },
      after: { since, added, changed: changed.length - added },
      link: { list: "articles" },
    };
  },
});

/**
 * The articles whose points for a piece grow far beyond what they were in the last weeks. New ones are compared with the most
 * that any other article gives; the first ones of a club only with what one operator may give at all.
 */
async function findLargeIncreases(services: Services, trx: Trx, rates: readonly NewRate[]): Promise<string[]> {
  const { rows } = await sql<{ code: string; points: number; is_old: boolean }>`
    select article_code as code, manager_points + member_points as points,
      coalesce(recorded_at < ${comparedSince(services)}::timestamptz, true) as is_old
    from article_rates order by id
  `.execute(trx);
  const former = new Map<string, number>();
  // The first points of an article stand until they are old; of those that are old, the newest.
  for (const { code, points, is_old } of rows) if (is_old || !former.has(code)) former.set(code, points);
  const most = Math.max(0, ...former.values());
  const limit = services.settings.secondOperatorPoints;
  return rates.flatMap(({ code, managerPoints, memberPoints }) => {
    const before = former.get(code) ?? (former.size === 0 ? limit : most);
    const after = managerPoints + memberPoints;
    return after > limit || isLargeIncrease(services, { before, after }) ? [code] : [];
  });
}

function nameSome(codes: readonly string[]): string {
  const more = codes.length > SHOWN_CODES ? ` и ещё ${codes.length - SHOWN_CODES}` : "";
  return codes.slice(0, SHOWN_CODES).join(", ") + more;
}

const showChange = (before: number | undefined, after: number) =>
  before === undefined || before === after ? String(after) : `${before} → ${after}`;

/** @throws RefusalError at `file` that names the wrong rows */
async function readArticles(content: Buffer): Promise<NewRate[]> {
  const rows = await readActTable(content, articleTable);
  const errors: string[] = [];
  const articles = new Map<string, NewRate>();
  for (const row of rows) {
    const article = readArticle(row);
    if (typeof article === "string") errors.push(`Строка ${row.number}: ${article}`);
    else if (articles.has(readArticleCode(article.code)))
      errors.push(`Строка ${row.number}: артикул ${article.code} уже был выше.`);
    else articles.set(readArticleCode(article.code), article);
  }
  if (errors.length > 0) {
    const more = errors.length > SHOWN_ERRORS ? [`И ещё ошибок: ${errors.length - SHOWN_ERRORS}.`] : [];
    throw new RefusalError(alias.validation, [...errors.slice(0, SHOWN_ERRORS), ...more].join("\n"), "file");
  }
  return [...articles.values()];
}

/** The article of a row, or what is wrong with it. */
function readArticle(row: TitledRow<Column>): NewRate | string {
  const text = (column: Column) => String(row.cell(column) ?? "").trim();
  const points = (column: Column) => {
    const digits = text(column).replace(/\s/g, "");
    return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  };
  const isRate = (value: number) => Number.isInteger(value) && value >= 0 && value <= HIGHEST_RATE;
  if (text("code") === "") return "нет артикула.";
  if (text("name") === "") return "нет наименования.";
  const [managerPoints, memberPoints] = [points("manager"), points("member")];
  if (!isRate(managerPoints) || !isRate(memberPoints)) return `баллы — целые числа от 0 до ${HIGHEST_RATE}.`;
  return { code: text("code"), name: text("name"), managerPoints, memberPoints };
}

async function insertRates(trx: Trx, rates: readonly NewRate[], since: string): Promise<void> {
  await sql`select set_config('club.rates_are_dated', 'on', true)`.execute(trx);
  await sql`
    insert into article_rates (article_code, manager_points, member_points, since, recorded_at)
    select code, manager_points, member_points, ${since}::date::timestamp at time zone 'Europe/Moscow', now()
    from unnest(
      ${rates.map(({ code }) => code)}::text[], ${rates.map(({ managerPoints }) => managerPoints)}::bigint[],
      ${rates.map(({ memberPoints }) => memberPoints)}::bigint[]
    ) as rate (code, manager_points, member_points)
  `.execute(trx);
}

/** An article shows the points of today. */
async function upsertArticles(trx: Trx, articles: readonly NewRate[], today: string): Promise<void> {
  await sql`
    insert into articles (code, name, manager_points, member_points)
    select article.code, article.name, rate.manager_points, rate.member_points
    from unnest(${articles.map(({ code }) => code)}::text[], ${articles.map(({ name }) => name)}::text[]) as article (code, name)
    cross join lateral (
      select manager_points, member_points from article_rates
      where article_code = article.code
      -- Before its first rate an article shows that one.
      order by since < (${today}::date + 1)::timestamp at time zone 'Europe/Moscow' desc,
        case when since < (${today}::date + 1)::timestamp at time zone 'Europe/Moscow' then since end desc, since, id desc
      limit 1
    ) rate
    on conflict (code) do update
      set name = excluded.name, manager_points = excluded.manager_points, member_points = excluded.member_points
  `.execute(trx);
}
