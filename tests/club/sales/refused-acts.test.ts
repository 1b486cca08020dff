import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../setup/club";
import { act, refusalOf } from "../operators";
import { ARTICLES } from "./deals/reports";
import { addPromotion } from "./promotions/promotions";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false });
});
afterAll(() => club.close());

/** No row has this number. */
const UNKNOWN = "999999";

test.each<[string, Record<string, string>, string, string]>([
  ["recall-deal", { deal: UNKNOWN, reason: "Нет" }, "deal", `Продажи № ${UNKNOWN} нет.`],
  ["recall-report", { report: UNKNOWN, reason: "Нет" }, "report", `Отчёта № ${UNKNOWN} нет.`],
  ["approve-report", { report: UNKNOWN }, "report", `Отчёт № ${UNKNOWN} решения не ждёт.`],
  ["refuse-report", { report: UNKNOWN, reason: "Нет" }, "report", `Отчёт № ${UNKNOWN} решения не ждёт.`],
  ["download-report", { report: UNKNOWN }, "report", `Отчёта № ${UNKNOWN} нет.`],
  ["look-at-claim", { claim: UNKNOWN }, "claim", `Заявки № ${UNKNOWN} нет.`],
  ["accept-claim", { claim: UNKNOWN }, "claim", `Заявки № ${UNKNOWN} нет.`],
  ["refuse-claim", { claim: UNKNOWN, reason: "Нет" }, "claim", `Заявки № ${UNKNOWN} нет.`],
])("§8.1 %s of what doesn't exist is refused at the field that named it", async (name, input, field, message) => {
  expect(await refusalOf(club, name, input)).toEqual({ message, field });
});

test("§5.2 a file of articles is refused as a whole, with twenty of its errors and how many more there are", async () => {
  const load = async (rows: string[]) => {
    const content = Buffer.from(["Артикул;Наименование;Баллы сейлзу;Баллы ритейлу", ...rows].join("\n"));
    return refusalOf(club, "import-articles", { file: { name: "articles.csv", content }, since: "2026-06-15" });
  };
  const [{ code }] = ARTICLES;
  const outOfRange = "баллы — целые числа от 0 до 1000000.";
  const wrong = [";Вал;1;2", "В-1;;1;2", "В-2;Вал;-1;2", "В-3;Вал;1;1000001", "В-4;Вал;1,5;2"];
  expect(await load([`${code};Вал;1;2`, ...wrong, `${code.toLowerCase()};Вал;3;4`])).toEqual({
    message: [
      "Строка 3: нет артикула.",
      "Строка 4: нет наименования.",
      ...[5, 6, 7].map((row) => `Строка ${row}: ${outOfRange}`),
      `Строка 8: артикул ${code.toLowerCase()} уже был выше.`,
    ].join("\n"),
    field: "file",
  });
  const some = (count: number) => Array.from({ length: count }, (_, place) => `В-${place};Вал;много;2`);
  expect((await load(some(20)))?.message.split("\n")).toHaveLength(20);
  const more = (await load(some(22)))?.message.split("\n") ?? [];
  expect([more.length, more.at(-1)]).toEqual([21, "И ещё ошибок: 2."]);
  expect(
    await club.db.selectFrom("article_rates").select("article_code").where("article_code", "like", "В-%").execute(),
  ).toEqual([]);
});

test("§1.5 promo codes are either typed or made, and an empty one is none", async () => {
  const promotion = String(await addPromotion(club, { start: "2026-06-01", end: "2026-06-30" }));
  const add = (input: Record<string, string | string[]>) =>
    refusalOf(club, "add-promo-codes", { promotion, points: "5", ...input });
  const which = { message: "Впишите свои коды или сколько создать.", field: "count" };
  expect(await add({})).toEqual(which);
  expect(await add({ code: ["КОД-1"], count: "2" })).toEqual(which);
  expect(await add({ code: ["КОД-1", "—"] })).toEqual({ message: "Код не может быть пустым.", field: "code" });
  const codes = club.db.selectFrom("promo_codes").select("code").where("promotion_id", "=", Number(promotion));
  expect(await codes.execute()).toEqual([]);
});

test("§1.5 a change of a promotion changes what is filled in and nothing else; with nothing filled in it is refused", async () => {
  const id = await addPromotion(club, { start: "2026-06-01", end: "2026-06-30" });
  const promotion = String(id);
  const read = () => club.db.selectFrom("promotions").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const before = await read();
  expect(await refusalOf(club, "change-promotion", { promotion })).toEqual({
    message: "Заполните хотя бы одно поле.",
    field: "name",
  });
  await act(club, "change-promotion", { promotion, short: "Коротко" });
  expect(await read()).toEqual({ ...before, description_short: "Коротко" });
  await act(club, "change-promotion", { promotion, name: "Лето", description: "Условия", start: "2026-06-02" });
  const changed = await read();
  expect(changed).toEqual({
    ...before,
    name: "Лето",
    description_short: "Коротко",
    description: "Условия",
    date_start: "2026-06-02",
  });
});
