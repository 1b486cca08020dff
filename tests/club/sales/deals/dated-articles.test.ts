import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { previewAct } from "../../../../club/platform/acts/carry-out";
import type { Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import { verifyLedger } from "../../../../club/points/verify-ledger";
import { importArticles } from "../../../../club/sales/deals/operators/import-articles";
import { articles } from "../../../../club/sales/deals/operators/list-articles";
import { parseReport } from "../../../../club/sales/deals/parse-report";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";

let club: TestClub;
let curatorId: number;
let contact: string;
let inn: string;
const shell: Operator = { kind: "shell", user: "root" };

beforeAll(async () => {
  club = await openTestClub({ work: false, now: "2026-06-15T09:00:00Z" });
  const curator = await addPerson(club, { role: "curator" });
  const manager = await addPerson(club, { role: "manager", curator_id: curator.id });
  const shop = await addCompany(club, (await addPerson(club)).id, "retail");
  [curatorId, contact, inn] = [curator.id, manager.phone, shop.inn];
});
afterAll(() => club.close());

const load = (rows: string[], since?: string) =>
  runAct(club.club.services, shell, importArticles, {
    file: {
      name: "articles.csv",
      contentType: "text/csv",
      content: Buffer.from(["Артикул;Наименование;Баллы менеджеру;Баллы магазину", ...rows].join("\n")),
    },
    ...(since && { since }),
  });

/** The points of one piece sold on a day, or the errors of the row. */
async function pointsOn(day: string, code: string) {
  const content = Buffer.from(
    `Дата продажи;Сейлз;ИНН;Артикул;Наименование;Количество\n${day};${contact};${inn};${code};Ремень;2`,
  );
  const { rows } = await parseReport(club.club.services, { curatorId, content });
  const [row] = rows;
  if (!row) throw new Error("There is no row");
  return "deal" in row ? [row.deal.managerPoints, row.deal.memberPoints] : row.errors.map(({ message }) => message);
}

test("§1.3 a sale counts with the points of its day, whenever it is reported", async () => {
  await load(["BELT-1;Ремень;10;20"], "2026-01-01");
  await load(["BELT-1;Ремень;15;30"], "2026-06-01");
  await load(["BELT-1;Ремень;50;60"], "2026-07-01");
  expect(await pointsOn("31.05.2026", "BELT-1")).toEqual([20, 40]);
  expect(await pointsOn("01.06.2026", "BELT-1")).toEqual([30, 60]);
  expect(await pointsOn("14.06.2026", "BELT-1")).toEqual([30, 60]);
  expect(await pointsOn("31.12.2025", "BELT-1")).toEqual([expect.stringContaining("ещё не участвовал")]);
  club.clock.set("2026-07-02T09:00:00Z");
  expect(await pointsOn("01.07.2026", "BELT-1")).toEqual([100, 120]);
  const page = await articles.read(club.club.services, { search: "belt" }, undefined);
  expect(page.rows.map(({ cells }) => cells)).toEqual([["BELT-1", "Ремень", "50", "60", "—"]]);
  club.clock.set("2026-06-15T09:00:00Z");
  const earlier = await articles.read(club.club.services, { search: "belt" }, undefined);
  expect(earlier.rows.map(({ cells }) => cells)).toEqual([["BELT-1", "Ремень", "15", "30", "01.07.2026: 50 и 60"]]);
});

test("§1.3 the preview of a file tells what is new, what changes and what stays", async () => {
  await load(["OIL-1;Масло;1;2", "OIL-2;Масло 2;3;4"]);
  const content = [
    "Артикул;Наименование;Баллы менеджеру;Баллы магазину",
    "oil-1;Масло;1;2",
    "OIL-2;Масло 2;3;9",
    "OIL-3;Масло 3;5;6",
  ];
  const outcome = await previewAct(club.club.services, shell, importArticles, {
    file: { name: "a.csv", contentType: "", content: Buffer.from(content.join("\n")) },
  });
  expect(outcome.lines[0]).toBe("Строк: 3. Новых артикулов: 1, изменятся: 1, без изменений: 1.");
  expect(outcome.table?.rows.map(({ cells }) => cells)).toEqual([
    ["OIL-2", "Масло 2", "3", "4 → 9"],
    ["OIL-3", "Масло 3", "5", "6"],
  ]);
});

test("§1.3 a file is compared with the points of its own day, not with today's", async () => {
  await load(["PUMP-1;Помпа;10;20"], "2026-01-01");
  await load(["PUMP-1;Помпа;11;22"], "2026-07-01");
  const told = async (row: string, since: string) => {
    const file = {
      name: "a.csv",
      contentType: "",
      content: Buffer.from(`Артикул;Наименование;Баллы менеджеру;Баллы магазину\n${row}`),
    };
    const { table } = await previewAct(club.club.services, shell, importArticles, { file, since });
    return table?.rows.map(({ cells }) => cells);
  };
  for (const since of ["2026-01-01", "2026-06-15", "2026-06-30"]) {
    expect([since, await told("PUMP-1;Помпа;10;20", since)]).toEqual([since, []]);
    expect([since, await told("PUMP-1;Помпа;11;22", since)]).toEqual([
      since,
      [["PUMP-1", "Помпа", "10 → 11", "20 → 22"]],
    ]);
  }
  expect(await told("PUMP-1;Помпа;11;22", "2026-07-01")).toEqual([]);
  expect(await told("PUMP-1;Помпа;10;20", "2026-07-01")).toEqual([["PUMP-1", "Помпа", "11 → 10", "22 → 20"]]);
  expect(await told("PUMP-1;Помпа;10;20", "2025-12-31")).toEqual([["PUMP-1", "Помпа", "10", "20"]]);
  // What is the same today isn't today's affair: these points come back in July.
  await load(["PUMP-1;Помпа;10;20"], "2026-07-02");
  club.clock.set("2026-07-03T09:00:00Z");
  expect([await pointsOn("01.07.2026", "PUMP-1"), await pointsOn("02.07.2026", "PUMP-1")]).toEqual([
    [22, 44],
    [20, 40],
  ]);
  club.clock.set("2026-06-15T09:00:00Z");
});

test("§1.3 an article has the points of today, whatever days a file is for; one that is coming has its first ones", async () => {
  const stored = async (code: string) => {
    const article = club.db.selectFrom("articles").select(["manager_points", "member_points"]).where("code", "=", code);
    return Object.values(await article.executeTakeFirstOrThrow());
  };
  await load(["FILTER-1;Фильтр;1;2"], "2026-06-01");
  expect(await stored("FILTER-1")).toEqual([1, 2]);
  await load(["FILTER-1;Фильтр;3;4"], "2026-06-16");
  expect(await stored("FILTER-1")).toEqual([1, 2]);
  await load(["FILTER-1;Фильтр;5;6"], "2026-05-01");
  expect(await stored("FILTER-1")).toEqual([1, 2]);
  await load(["FILTER-1;Фильтр;7;8"], "2026-06-15");
  expect(await stored("FILTER-1")).toEqual([7, 8]);
  await load(["FILTER-2;Фильтр;9;9"], "2026-07-01");
  await load(["FILTER-2;Фильтр;1;1"], "2026-08-01");
  expect(await stored("FILTER-2")).toEqual([9, 9]);
  // What is loaded for the same day again is corrected.
  await load(["FILTER-2;Фильтр;8;9"], "2026-07-01");
  const { rows } = await articles.read(club.club.services, { search: "filter-" }, undefined);
  expect(rows.map(({ cells }) => cells.slice(2))).toEqual([
    ["7", "8", "16.06.2026: 3 и 4"],
    [expect.anything(), expect.anything(), "01.07.2026: 8 и 9"],
  ]);
});

test("§1.3 an article with the same points and another name is changed, and one in other letters isn't guessed", async () => {
  await load(["HOSE-1;Шланг;1;2"]);
  const { outcome } = await load(["HOSE-1;Рукав;1;2"]);
  expect(outcome.lines[0]).toContain("изменятся: 1, без изменений: 0");
  const { rows } = await articles.read(club.club.services, { search: "hose-1" }, undefined);
  expect(rows.map(({ cells }) => cells[1])).toEqual(["Рукав"]);
  // Of two codes that look the same, in Latin and in Russian letters, a third spelling may be either.
  await load(["KBT-1;Ключ;1;1", "КВТ-1;Ключ;9;9"], "2026-01-01");
  expect(await pointsOn("01.06.2026", "KBT-1")).toEqual([2, 2]);
  expect(await pointsOn("01.06.2026", "КВТ-1")).toEqual([18, 18]);
  expect(await pointsOn("01.06.2026", "КBТ-1")).toEqual([expect.stringContaining("не участвует в программе")]);
});

test("§1.3 a file with a wrong row changes nothing and names the row", async () => {
  await expect(load(["PAD-1;Колодки;1;2", "PAD-2;Колодки;-1;2", "PAD-1;Колодки;3;4"])).rejects.toMatchObject({
    entries: [{ error_display_message: expect.stringMatching(/Строка 3: баллы[\s\S]*Строка 4: артикул PAD-1 уже/) }],
  });
  // Codes are compared as sales name them: in any capitals and with any spaces.
  await expect(load(["PAD 1;Колодки;1;2", "pad  1;Колодки;3;4"])).rejects.toMatchObject({
    entries: [{ error_display_message: expect.stringContaining("Строка 3: артикул pad  1 уже") }],
  });
  // Where one value ends isn't known, so nobody knows the points either.
  await expect(load(['PAD-1;"Колодки;1;2', 'PAD-2;Колодки;3;4"'])).rejects.toMatchObject({
    entries: [{ error_display_message: expect.stringContaining("Строка № 2. ") }],
  });
  const found = await club.db.selectFrom("articles").select("code").where("code", "like", "PAD%").execute();
  expect(found).toEqual([]);
});

test("§1.3 an article may bring nothing to one side, and at most a million points a piece", async () => {
  await load(["NIL-1;Ветошь;0;5"], "2026-01-01");
  expect(await pointsOn("01.06.2026", "NIL-1")).toEqual([0, 10]);
  expect((await load(["NIL-2;Ветошь;1000000;0"])).state).toBe("waiting");
  await expect(load(["NIL-2;Ветошь;1000001;0"])).rejects.toMatchObject({
    entries: [{ error_display_message: expect.stringContaining("от 0 до 1000000") }],
  });
});

test("§1.3 the ledger's verification takes a rate that was entered for an earlier day as what it is", async () => {
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000);
  await club.db.transaction().execute(async (trx) => {
    await sql`select set_config('club.rates_are_dated', 'on', true)`.execute(trx);
    const rate = { manager_points: 2, member_points: 3 };
    await trx
      .insertInto("articles")
      .values({ code: "CAP-1", name: "Крышка", ...rate })
      .execute();
    await trx
      .insertInto("article_rates")
      .values({ article_code: "CAP-1", since: new Date("2026-01-01"), recorded_at: tenDaysAgo, ...rate })
      .execute();
  });
  const shop = await addCompany(club, (await addPerson(club)).id, "retail");
  const manager = await addPerson(club, { role: "manager", curator_id: curatorId });
  const file = await club.db
    .insertInto("report_files")
    .values({ curator_id: curatorId, file_name: "r.csv", content: Buffer.from(""), content_type: "text/csv" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const insert = (fileRow: number, createdAt: string, points: number) =>
    club.db
      .insertInto("deals")
      .values({
        file_id: file.id,
        file_row: fileRow,
        curator_id: curatorId,
        manager_id: manager.id,
        member_id: shop.owner_id,
        company_id: shop.id,
        sell_date: "2026-03-01",
        article_code: "CAP-1",
        article_name: "Крышка",
        sell_count: 1,
        manager_points: points,
        member_points: 3,
        fingerprint: Buffer.from(`cap-${fileRow}`),
        created_at: new Date(createdAt),
      })
      .execute();
  const wrongRates = async () =>
    (await verifyLedger(club.db)).filter(({ kind }: { kind: string }) => kind === "rate").length;
  const now = Date.now();
  await insert(1, new Date(now - 3 * 86_400_000).toISOString(), 2);
  await insert(2, new Date(now).toISOString(), 2);
  expect(await wrongRates()).toBe(0);
  await load(["CAP-1;Крышка;7;3"], "2026-02-01");
  await insert(3, new Date(now).toISOString(), 7);
  expect(await wrongRates()).toBe(0);
  await insert(4, new Date(now).toISOString(), 5);
  expect(await wrongRates()).toBe(1);
});

test("§1.3 an article keeps the spelling of its code when a file writes it in another way", async () => {
  await load(["KEEP-1;Крышка;2;3"], "2026-01-01");
  await load(["keep-1;Крышка;4;5"], "2026-02-01");
  const articles = club.db.selectFrom("articles").select("code").where("code", "ilike", "keep-1");
  expect(await articles.execute()).toEqual([{ code: "KEEP-1" }]);
  const rates = club.db.selectFrom("article_rates").select("article_code").where("article_code", "ilike", "keep-1");
  expect(await rates.execute()).toEqual([{ article_code: "KEEP-1" }, { article_code: "KEEP-1" }]);
});
