import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { carryOutUnansweredJob } from "../../club/operators/jobs";
import { acts, findAct } from "../../club/operators/operator-parts";
import { tellOwners } from "../../club/operators/tell-owners";
import { defineAct } from "../../club/platform/acts/act";
import { decideActRequest, readActRequest } from "../../club/platform/acts/act-requests";
import type { RawInput } from "../../club/platform/acts/carry-out";
import type { ActFile } from "../../club/platform/acts/field";
import { actorName, type Operator } from "../../club/platform/acts/operator";
import { runAct } from "../../club/platform/acts/run-act";
import { moscowDate } from "../../club/platform/moscow-date";
import { DayLimitReached } from "../../club/points/day-limits";
import { creditWaitingJob } from "../../club/points/jobs";
import { creditPoints, readBalance } from "../../club/points/ledger";
import { verifyLedger } from "../../club/points/verify-ledger";
import { processReport } from "../../club/sales/deals/process-report";
import type { OperatorRole } from "../../contract/operator/roles";
import { listSources, ROOT } from "../architecture/sources";
import { addPerson, freshInn, freshPhone } from "../club/club-people";
import { act } from "../club/operators";
import { addDistributor, type Distributor, INNS, upload } from "../club/sales/deals/reports";
import { setRate } from "../club/sales/deals/set-rate";
import { addPromotion } from "../club/sales/promotions/promotions";
import { makeCsv } from "../files/report-files";
import { openTestClub, type TestClub } from "../setup/club";

/** Nobody makes points alone: each of these scripts once made as many as its author wanted. */

let club: TestClub;
let people: Distributor;
beforeAll(async () => {
  const settings = {
    secondOperatorPointsPerDay: 10_000,
    secondOperatorFactor: 2,
    reportPointsPerDay: 500_000,
    pointsPerDay: 2_000_000,
  };
  club = await openTestClub({ now: "2026-06-15T09:00:00Z", work: false, settings });
  people = await addDistributor(club);
});
afterAll(() => club.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const services = () => club.club.services;
const pointsOfMember = () => readBalance(club.db, people.members[0].id);

let day = 0;
/** Uploads sales of an article, each of a day of its own. @returns the report's id */
async function uploadSales(count: string, { rows = 1, article = "W16-EXR" } = {}): Promise<number> {
  const sales = Array.from({ length: rows }, () => {
    day += 1;
    return {
      date: new Date(Date.UTC(2012, 0, day)).toISOString().slice(0, 10),
      manager: people.managers[0].phone,
      shop: "Магазин",
      inn: INNS[0],
      articleCode: article,
      articleName: "Свеча",
      count,
    };
  });
  const { result, refusal } = await upload(club, people.curator.token, makeCsv(sales));
  if (!result) throw new Error(refusal?.message);
  return Number(result.id);
}

let operators = 0;
async function addOperator(roles: readonly OperatorRole[], login = `operator-${++operators}`): Promise<Operator> {
  const { id } = await club.db
    .insertInto("operators")
    .values({ login, full_name: login, roles: [...roles] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "operator", id, login, fullName: login, roles };
}

function readErrors(id: number) {
  return club.db.selectFrom("report_errors").selectAll().where("file_id", "=", id).execute();
}

async function readReport(id: number) {
  return club.db.selectFrom("report_files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Reports wait with more than a thousand pieces in a row. */
async function holdReport(): Promise<number> {
  const id = await uploadSales("1001");
  await processReport(services(), id);
  expect((await readReport(id)).status).toBe("waiting_approval");
  return id;
}

/** The rate of the article that these reports sell. */
const setManagerPoints = (managerPoints: number, code = "W16-EXR") =>
  setRate(club, code, { manager_points: managerPoints, member_points: 5 });

describe("a report that was agreed to", () => {
  test("§1.3 is agreed to at the rates of the yes, not at those of the day on which it was held", async () => {
    const id = await holdReport();
    await setManagerPoints(9_000);
    const asked = await act(club, "approve-report", { report: String(id) });
    expect(asked).toMatchObject({ state: "waiting", points: 1_001 * 9_005 });
    expect(asked.text).toMatch(/Когда отчёт остановился, выходило 8\s008 баллов/);
    await setManagerPoints(3);
    const approved = await ask(await addOperator(["finance"]), "approve-report", { report: String(id) });
    expect(approved).toMatchObject({ state: "done", points: 8_008 });
    await processReport(services(), id);
    expect(await readReport(id)).toMatchObject({ status: "done", credited_points: 8_008 });
  });

  test("§1.3 stops in words when a rate is raised between the yes and the counting, and nothing is lost", async () => {
    const id = await holdReport();
    const before = await pointsOfMember();
    await ask(await addOperator(["finance"]), "approve-report", { report: String(id) });
    await setManagerPoints(1_000_000);
    await processReport(services(), id);
    expect(await pointsOfMember()).toBe(before);
    expect(await readReport(id)).toMatchObject({ status: "waiting_approval", credited_points: 0, processed: 0 });
    expect(await readErrors(id)).toMatchObject([
      { message: expect.stringMatching(/подтверждён на 8\s008 баллов.*оператор/) },
    ]);
    await setManagerPoints(3);
    await ask(await addOperator(["finance"]), "approve-report", { report: String(id) });
    await processReport(services(), id);
    expect(await pointsOfMember()).toBe(before + 5_005);
    expect(await verifyLedger(club.db)).toEqual([]);
  });
});

/** Sets rates, prices and bonuses. @returns whether it was done at once, and why not */
async function ask(operator: Operator, name: string, input: RawInput) {
  const { state, outcome } = await runAct(services(), operator, findAct(name), input);
  return { state, why: (outcome.whySecondOperator ?? []).join(" "), points: outcome.points ?? 0 };
}

function articlesFile(...rows: string[]): ActFile {
  const content = ["Артикул;Наименование;Баллы менеджеру;Баллы магазину", ...rows].join("\n");
  return { name: "articles.csv", contentType: "text/csv", content: Buffer.from(content) };
}

describe("what makes points later", () => {
  test("§1.5 a bonus has a budget, and its whole budget counts as points that are made", async () => {
    const content = await addOperator(["content"]);
    const id = await addPromotion(club, { start: "2026-01-01", end: "2026-12-31" });
    const bonus = { promotion: String(id), points: "1000000" };
    await expect(ask(content, "set-promotion-bonus", bonus)).rejects.toMatchObject({ status: 422 });
    const asked = await ask(content, "set-promotion-bonus", { ...bonus, budget: "1000000" });
    expect(asked).toMatchObject({ state: "waiting", points: 1_000_000 });
    expect((await ask(content, "set-promotion-bonus", { ...bonus, budget: "6000" })).state).toBe("done");
    // The promises of a day are a sum.
    const codes = { promotion: String(id), points: "500", count: "9" };
    const more = await ask(content, "add-promo-codes", codes);
    expect(more).toMatchObject({ state: "waiting", why: expect.stringMatching(/За сегодня это 10\s500/) });
  });

  test("§1.5 each promo code counts with its points, typed in or generated, and one that is typed twice once", async () => {
    const promotion = String(await addPromotion(club, { start: "2026-01-01", end: "2026-12-31" }));
    const own = (count: number, begin: string) => Array.from({ length: count }, (_, n) => `${begin}-${n + 1}`);
    for (const [name, codes, more] of [
      ["typed", { code: [...own(4, "OWN"), "own 4"] }, { code: own(2, "MORE") }],
      ["generated", { count: "4" }, { count: "2" }],
    ] as const) {
      const content = await addOperator(["content"]);
      const add = (input: RawInput) => ask(content, "add-promo-codes", { promotion, points: "2000", ...input });
      expect([name, await add(codes)]).toMatchObject([name, { state: "done", points: 8_000 }]);
      const why = expect.stringMatching(/За сегодня это 12\s000/);
      expect([name, await add(more)]).toMatchObject([name, { state: "waiting", points: 4_000, why }]);
      expect([name, await add({ code: [`LAST-${name}`] })]).toMatchObject([name, { state: "done", points: 2_000 }]);
    }
  });

  test("§1.3 a rate of 900 000 waits for a second operator, and so does a second doubling in a row", async () => {
    const content = await addOperator(["content"]);
    const load = (row: string) => ask(content, "import-articles", { file: articlesFile(row) });
    expect((await load("K20-TT;Свеча никелевая;900000;7")).state).toBe("waiting");
    expect((await load("NEW-1;Новый;900000;7")).state).toBe("waiting");
    expect((await load("K20-TT;Свеча никелевая;8;14")).state).toBe("done");
    const again = await load("K20-TT;Свеча никелевая;16;28");
    expect(again).toMatchObject({ state: "waiting", why: expect.stringContaining("K20-TT") });
    expect((await load("K20-TT;Свеча никелевая;4;7")).state).toBe("done");
    // A new one is compared with the dearest of the others, not with what one operator may give at all.
    expect((await load("NEW-2;Новый;400;400")).state).toBe("waiting");
  });

  test("§1.3 a piece for more than one operator may give waits for a second one, however little was added", async () => {
    const content = await addOperator(["content"]);
    const dear = { code: "DEAR-1", name: "Мотор", manager_points: 9_000, member_points: 900 };
    await club.db.insertInto("articles").values(dear).execute();
    const load = async (points: number) =>
      (await ask(content, "import-articles", { file: articlesFile(`DEAR-1;Мотор;${points};1000`) })).state;
    expect([await load(9_001), await load(9_000)]).toEqual(["waiting", "done"]);
  });

  test("§1.8 a gift's price of 1 point waits for a second operator, of an old gift, a new one, and step by step", async () => {
    const content = await addOperator(["content"]);
    const prize = await club.db.selectFrom("prizes").selectAll().orderBy("id").limit(1).executeTakeFirstOrThrow();
    const change = (price: number) => ask(content, "change-prize", { prize: String(prize.id), price: String(price) });
    expect(await change(1)).toMatchObject({ state: "waiting", why: expect.stringContaining("дешевле") });
    expect((await ask(content, "add-prize", { name: "Шарф", price: "1", handler: "souvenir" })).state).toBe("waiting");
    expect((await change(Math.ceil(prize.price / 2))).state).toBe("done");
    expect((await change(Math.ceil(prize.price / 3))).state).toBe("waiting");
    for (const name of ["add-prize", "change-prize", "import-articles"]) expect(findAct(name).needsCode).toBe(true);
  });

  test("§1.8 a gift is compared with its highest price of the last weeks, a new one with the cheapest old gift", async () => {
    const content = await addOperator(["content"]);
    const created_at = new Date(club.clock.now().getTime() - 90 * DAY_MS);
    const gift = { handler_system_name: "souvenir", name: "Плед", created_at };
    const gifts = await club.db
      .insertInto("prizes")
      .values([1_000, 4, 100_000].map((price) => ({ ...gift, price })))
      .returning("id")
      .execute();
    const setPrice = async (price: number) =>
      (await ask(content, "change-prize", { prize: String(gifts[0]?.id), price: String(price) })).state;
    expect([await setPrice(700), await setPrice(500), await setPrice(450)]).toEqual(["done", "done", "waiting"]);
    const add = async (price: number) =>
      (await ask(content, "add-prize", { name: "Шарф", price: String(price), handler: "souvenir" })).state;
    expect([await add(2), await add(1)]).toEqual(["done", "waiting"]);
    const added = gifts.map(({ id }) => id);
    await club.db.updateTable("prizes").set({ price: 100_000 }).where("id", "in", added).execute();
  });

  test("§1.8 a gift whose price has just risen is compared with the new price, too", async () => {
    const content = await addOperator(["content"]);
    const { id } = await club.db
      .insertInto("prizes")
      .values({ handler_system_name: "souvenir", name: "Плед", price: 100 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const setPrice = async (price: number) =>
      (await ask(content, "change-prize", { prize: String(id), price: String(price) })).state;
    expect([await setPrice(1_000), await setPrice(100)]).toEqual(["done", "waiting"]);
  });

  test("§1.3 §1.8 what points were worth counts for thirty days, and is over on the day after", async () => {
    const content = await addOperator(["content"]);
    const { id } = await club.db
      .insertInto("prizes")
      .values({ handler_system_name: "souvenir", name: "Термос", price: 1_000 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const setPrice = async (price: number) =>
      (await ask(content, "change-prize", { prize: String(id), price: String(price) })).state;
    const load = async (age: number) => {
      const code = `AGE-${age}`;
      await club.db
        .insertInto("articles")
        .values({ code, name: "Фильтр", manager_points: 4, member_points: 4 })
        .execute();
      const since = new Date(club.clock.now().getTime() - age * DAY_MS);
      await club.db
        .insertInto("article_rates")
        .values({ article_code: code, manager_points: 8, member_points: 8, since, recorded_at: since })
        .execute();
      return (await ask(content, "import-articles", { file: articlesFile(`${code};Фильтр;16;16`) })).state;
    };
    expect(await setPrice(500)).toBe("done");
    expect([await load(29), await load(31)]).toEqual(["waiting", "done"]);
    club.clock.advance(29 * DAY_MS);
    expect(await setPrice(400)).toBe("waiting");
    club.clock.advance(2 * DAY_MS);
    expect(await setPrice(400)).toBe("done");
  });

  test("§1.5 a bonus that has no budget gets neither days nor articles by one operator", async () => {
    const content = await addOperator(["content"]);
    const id = await addPromotion(club, { points: 1_000, start: "2026-01-01", end: "2026-01-31" });
    const promotion = String(id);
    await club.db.updateTable("promotions").set({ is_enabled: false }).where("id", "=", id).execute();
    const why = expect.stringContaining("нет бюджета");
    for (const [name, input] of [
      ["change-promotion", { promotion, end: "2099-12-31" }],
      ["set-promotion-articles", { promotion, article: ["W16-EXR", "K20-TT"] }],
      ["enable-promotion", { promotion }],
    ] as const) {
      expect([name, await ask(content, name, input)]).toMatchObject([name, { state: "waiting", why }]);
    }
    // As many articles as before, but not the same ones; and days that begin earlier.
    for (const [name, input] of [
      ["set-promotion-articles", { promotion, article: ["K20-TT"] }],
      ["change-promotion", { promotion, start: "2025-12-31" }],
    ] as const) {
      expect([name, await ask(content, name, input)]).toMatchObject([name, { state: "waiting", why }]);
    }
    for (const article of [["W16-EXR"], []]) {
      expect((await ask(content, "set-promotion-articles", { promotion, article })).state).toBe("done");
    }
    const fewer = { promotion, start: "2026-01-02", end: "2026-01-30" };
    expect((await ask(content, "change-promotion", fewer)).state).toBe("done");
    expect((await ask(content, "change-promotion", { promotion, name: "Осень" })).state).toBe("done");
    await club.db.updateTable("promotions").set({ budget: 1_000 }).where("id", "=", id).execute();
    expect((await ask(content, "change-promotion", { promotion, end: "2026-02-28" })).state).toBe("done");
  });

  test("§1.5 the plausibility of a report counts what promotions add to it", async () => {
    const manager = people.managers[0].id;
    const terms = { start: "2012-01-01", end: "2026-12-31", points: 20_000, budget: 100_000_000 };
    const id = await addPromotion(club, { ...terms, joined: [[manager, "2012-01-01"]] });
    const report = await uploadSales("600");
    await processReport(services(), report);
    expect(await readReport(report)).toMatchObject({ status: "waiting_approval", expected_points: 600 * 20_008 });
    await club.db.updateTable("promotions").set({ is_enabled: false }).where("id", "=", id).execute();
  });
});

describe("the limits of a day", () => {
  const correct = (operator: Operator, points: number) =>
    ask(operator, "correct-points", { person: people.members[1].phone, direction: "credit", points, reason: "Акция" });

  test("§6.2 of five corrections of exactly the limit four wait, and the next day has room again", async () => {
    const finance = await addOperator(["finance"]);
    const states: string[] = [];
    for (let n = 0; n < 5; n++) states.push((await correct(finance, 10_000)).state);
    expect(states).toEqual(["done", "waiting", "waiting", "waiting", "waiting"]);
    club.clock.advance(DAY_MS);
    expect((await correct(finance, 10_000)).state).toBe("done");
  });

  test("§6.2 two corrections at once don't both slip below the limit", async () => {
    const finance = await addOperator(["finance"]);
    const states = (await Promise.all([correct(finance, 6_000), correct(finance, 6_000)])).map(({ state }) => state);
    expect(states.sort()).toEqual(["done", "waiting"]);
  });

  test("§1.3 §6.4 a distributor reads that the club's day is full, and no number, which would be the others' sales", async () => {
    await club.db
      .insertInto("point_days")
      .values({ day: moscowDate(club.clock.now()), scope: "club", points: 1_999_999 })
      .onConflict((conflict) => conflict.columns(["day", "scope"]).doUpdateSet({ points: 1_999_999 }))
      .execute();
    const id = await uploadSales("2");
    await processReport(services(), id);
    expect(await readReport(id)).toMatchObject({ status: "waiting_approval", processed: 0 });
    const [error] = await readErrors(id);
    expect(error?.message).toMatch(/баллы всего клуба закончились/);
    expect(error?.message).not.toMatch(/\d/);
    club.clock.advance(DAY_MS);
  });

  test("§1.3 of three reports of 312 000 points two wait, whole, also when they are counted at once", async () => {
    const before = await pointsOfMember();
    const ids = [1, 2, 3].map(() => uploadSales("1000", { rows: 39 }));
    const reports = await Promise.all(ids);
    await Promise.all(reports.map((id) => processReport(services(), id)));
    const found = await Promise.all(reports.map(readReport));
    expect(found.map(({ status }) => status).sort()).toEqual(["done", "waiting_approval", "waiting_approval"]);
    for (const report of found) expect(report.processed).toBe(report.status === "done" ? 39 : 0);
    expect(await pointsOfMember()).toBe(before + 39 * 5_000);
    const waiting = found.find(({ status }) => status === "waiting_approval");
    const [error] = await readErrors(waiting?.id ?? 0);
    expect(error?.message).toMatch(/дистрибьютору без решения оператора можно 500\s000 баллов в день.*оператор/);
    expect(await verifyLedger(club.db)).toEqual([]);
  });

  test("§6.2 points by the club's own rules wait for a day with room, and nothing is lost", async () => {
    const userId = people.members[2].id;
    const tight = { ...services(), settings: { ...services().settings, pointsPerDay: 0 } };
    const credit = {
      userId,
      amount: 100,
      reason: "correction",
      reference: "test:rule",
      action: "Приглашение",
    } as const;
    const outcomes = await club.db
      .transaction()
      .execute((trx) => creditPoints(trx, { kind: "rule", services: tight }, [credit], { mayWait: true }));
    expect(outcomes).toEqual(["waiting"]);
    await creditWaitingJob.handle({}, tight);
    expect(await readBalance(club.db, userId)).toBe(0);
    club.clock.advance(DAY_MS);
    await creditWaitingJob.handle({}, services());
    await creditWaitingJob.handle({}, services());
    expect(await readBalance(club.db, userId)).toBe(100);
  });

  test("§6.2 only a full day lets what waits wait on in silence: any other error is the job's, and nothing is lost", async () => {
    const { id: userId } = await addPerson(club);
    const tight = { ...services(), settings: { ...services().settings, pointsPerDay: 0 } };
    const credit = {
      userId,
      amount: 70,
      reason: "correction",
      reference: "test:error",
      action: "Приглашение",
    } as const;
    const give = club.db.transaction();
    await give.execute((trx) => creditPoints(trx, { kind: "rule", services: tight }, [credit], { mayWait: true }));
    club.clock.advance(DAY_MS);
    await sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger die before insert on ledger_entries for each row when (new.reference = 'test:error') execute function die();
    `.execute(club.db);
    await expect(creditWaitingJob.handle({}, services())).rejects.toThrow("broken");
    await sql`drop function die() cascade`.execute(club.db);
    expect(await readBalance(club.db, userId)).toBe(0);
    await expect(creditWaitingJob.handle({}, tight)).resolves.toBeUndefined();
    expect(await readBalance(club.db, userId)).toBe(0);
    await creditWaitingJob.handle({}, services());
    expect(await readBalance(club.db, userId)).toBe(70);
  });

  test("§6.2 the club's own rules credit exactly the last points of a day, and no point more", async () => {
    const { id: userId } = await addPerson(club);
    const give = (amount: number) =>
      club.db
        .transaction()
        .execute((trx) =>
          creditPoints(
            trx,
            { kind: "rule", services: { ...services(), settings: { ...services().settings, pointsPerDay: 100 } } },
            [{ userId, amount, reason: "correction", reference: `test:last:${amount}`, action: "Приглашение" }],
            { mayWait: true },
          ),
        );
    club.clock.advance(DAY_MS);
    expect([await give(99), await give(2), await give(1), await give(3)].flat()).toEqual([
      "credited",
      "waiting",
      "credited",
      "waiting",
    ]);
    expect(await readBalance(club.db, userId)).toBe(100);
    club.clock.advance(DAY_MS);
    await creditWaitingJob.handle({}, services());
    expect(await readBalance(club.db, userId)).toBe(105);
  });

  test("§1.3 a report takes exactly the last points of its distributor's day, and one with a point more waits", async () => {
    const { curator } = people;
    const used = async (points: number) => {
      club.clock.advance(DAY_MS);
      const today = moscowDate(club.clock.now());
      await club.db
        .insertInto("point_days")
        .values([
          { day: today, scope: `distributor:${curator.id + 1_000}`, points: 500_000 },
          { day: today, scope: `distributor:${curator.id}`, points },
        ])
        .execute();
    };
    // Two pieces are 16 points.
    for (const [points, status] of [
      [500_000 - 16, "done"],
      [500_000 - 15, "waiting_approval"],
    ] as const) {
      await used(points);
      const id = await uploadSales("2");
      await processReport(services(), id);
      expect([points, (await readReport(id)).status]).toEqual([points, status]);
    }
    club.clock.advance(DAY_MS);
  });

  test("§1.3 §6.2 a credit takes exactly the last points of its distributor's and of the club's day, and no point more", async () => {
    const { id: userId } = await addPerson(club);
    const credit = async (limits: { reportPointsPerDay: number; pointsPerDay: number }, amount: number) => {
      const limited = { ...services(), settings: { ...services().settings, ...limits } };
      const reference = `test:guard:${JSON.stringify(limits)}:${amount}`;
      try {
        return await club.db
          .transaction()
          .execute((trx) =>
            creditPoints(trx, { kind: "distributor", services: limited, curatorId: people.curator.id }, [
              { userId, amount, reason: "correction", reference, action: "Продажа" },
            ]),
          );
      } catch (error) {
        if (!(error instanceof DayLimitReached)) throw error;
        return error.text.replace(/^.*(дистрибьютору|всего клуба).*$/, "$1");
      }
    };
    for (const [limits, scope] of [
      [{ reportPointsPerDay: 100, pointsPerDay: 1_000 }, "дистрибьютору"],
      [{ reportPointsPerDay: 1_000, pointsPerDay: 100 }, "всего клуба"],
    ] as const) {
      club.clock.advance(DAY_MS);
      expect(await credit(limits, 99)).toEqual(["credited"]);
      expect(await credit(limits, 2)).toBe(scope);
      expect(await credit(limits, 1)).toEqual(["credited"]);
      expect(await credit(limits, 3)).toBe(scope);
    }
    expect(await readBalance(club.db, userId)).toBe(200);
    club.clock.advance(DAY_MS);
  });

  test("§6.2 an operator takes exactly the last points of the club's day alone, and one with a point more asks a second", async () => {
    const finance = await addOperator(["finance"]);
    for (const [used, state] of [
      [2_000_000 - 100, "done"],
      [2_000_000 - 99, "waiting"],
    ] as const) {
      club.clock.advance(DAY_MS);
      await club.db
        .insertInto("point_days")
        .values({ day: moscowDate(club.clock.now()), scope: "club", points: used })
        .execute();
      expect([used, (await correct(finance, 100)).state]).toEqual([used, state]);
    }
    club.clock.advance(DAY_MS);
  });

  test("§6.2 what was credited before doesn't wait for room once more, and what waits keeps the day of its hold", async () => {
    const { id: userId } = people.members[2];
    const tight = { ...services(), settings: { ...services().settings, pointsPerDay: 0 } };
    const before = await readBalance(club.db, userId);
    const credit = (reference: string, availableOn?: string) =>
      ({ userId, amount: 100, reason: "correction", reference, action: "Приглашение", availableOn }) as const;
    const give = (within: typeof tight, ...credits: ReturnType<typeof credit>[]) =>
      club.db
        .transaction()
        .execute((trx) => creditPoints(trx, { kind: "rule", services: within }, credits, { mayWait: true }));
    expect(await give(services(), credit("test:again"))).toEqual(["credited"]);
    const both = [credit("test:again"), credit("test:held", "2099-01-01")];
    expect(await give(tight, ...both)).toEqual(["duplicate", "waiting"]);
    const waiting = await club.db
      .selectFrom("pending_credits")
      .select(["reference", "available_on", "waits_for_room"])
      .where("user_id", "=", userId)
      .execute();
    expect(waiting).toEqual([{ reference: "test:held", available_on: "2099-01-01", waits_for_room: true }]);
    club.clock.advance(DAY_MS);
    await creditWaitingJob.handle({}, services());
    expect(await readBalance(club.db, userId)).toBe(before + 200);
    expect(await verifyLedger(club.db)).toEqual([]);
  });

  test("architecture: points count to nobody's day only where they were there before, or where an act has counted them", () => {
    const sources = listSources("club").filter((file) => !file.includes("/migrations/"));
    const withLine = (pattern: RegExp) =>
      sources.filter((file) =>
        readFileSync(path.join(ROOT, file), "utf8")
          .split("\n")
          .some((line) => pattern.test(line) && !/^(import |export const )/.test(line)),
      );
    expect(withLine(/\b(MOVED|AGREED)\b/)).toEqual([
      "club/demo/seed.ts",
      "club/operators/people/merge-people.ts",
      "club/sales/deals/process-report.ts",
      "club/sales/deals/reverse-deals.ts",
    ]);
    expect(withLine(/insert(Into\("| into )(ledger_entries|pending_credits)/)).toEqual([
      "club/points/ledger.ts",
      "club/points/take-back-points.ts",
    ]);
  });

  test("architecture: an act that doesn't declare that it makes points can't credit any", async () => {
    const userId = people.members[2].id;
    const quiet = defineAct({
      name: "quiet-act",
      group: "people",
      title: "Тихое действие",
      summary: "Credits quietly.",
      gives: "nothing",
      roles: [],
      fields: {},
      async run({ trx, authority }) {
        const credit = { userId, amount: 5, reason: "correction", reference: "quiet", action: "Тест" } as const;
        await creditPoints(trx, authority, [credit]);
        return { lines: ["Ничего"] };
      },
    });
    await expect(runAct(services(), await addOperator(["owner"]), quiet, {})).rejects.toThrow("doesn't declare it");
  });
});

describe("who may earn and log in", () => {
  const newPerson = () => {
    const phone = freshPhone();
    return { last_name: "Новиков", first_name: "Илья", phone, email: `new${phone}@example.org` };
  };
  const curator = () => ({ ...newPerson(), company: "Ось", inn: freshInn() });
  const find = (phone: string) => club.db.selectFrom("users").selectAll().where("phone", "=", phone).executeTakeFirst();
  const waitFor = async (operator: Operator, name: string, input: RawInput) => {
    const asked = await runAct(services(), operator, findAct(name), input);
    if (asked.state !== "waiting") throw new Error(`${name} was done by one operator`);
    return asked.requestId;
  };
  const decide = async (operator: Operator, id: string, isYes: boolean) => {
    const { seen } = await readActRequest(services(), operator, findAct, id);
    return decideActRequest(services(), operator, findAct, id, { yes: isYes ? { seen } : null, reason: "" });
  };

  test("§1.2 support alone makes neither a curator nor a manager's relation nor another operator", async () => {
    const support = await addOperator(["support"]);
    const input = curator();
    await waitFor(support, "add-curator", input);
    expect(await find(input.phone)).toBeUndefined();
    const [manager, person] = [people.managers[1], people.members[1]];
    await waitFor(support, "change-relation", { person: person.phone, manager: manager.phone });
    await waitFor(support, "confirm-manager", { person: manager.phone });
    await waitFor(support, "change-contact", { person: person.phone, email: "thief@example.org", reason: "Звонок" });
    await waitFor(await addOperator(["owner"]), "add-operator", { login: "friend", full_name: "Друг", finance: true });
    for (const { name, gives, needsCode } of acts) {
      if (gives === "power" || gives === "access") expect([name, needsCode]).toEqual([name, true]);
    }
  });

  test("§1.2 a second operator's yes makes it at once, a no never; owners get a mail when it begins to wait", async () => {
    const [support, owner] = [await addOperator(["support"]), await addOperator(["owner"], "owner@brand.ru")];
    const [wanted, unwanted] = [curator(), curator()];
    const id = await waitFor(support, "add-curator", wanted);
    await club.db
      .transaction()
      .execute((trx) => tellOwners(trx, services(), findAct("add-curator"), actorName(support)));
    const mail = await club.db.selectFrom("outbox").selectAll().where("recipient", "=", "owner@brand.ru").execute();
    expect(mail.at(-1)).toMatchObject({ subject: "Ждёт решения: Добавить дистрибьютора" });
    expect((await decide(owner, id, true)).state).toBe("done");
    expect(await find(wanted.phone)).toMatchObject({ role: "curator", first_report_waits: true });
    await decide(owner, await waitFor(support, "add-curator", unwanted), false);
    club.clock.advance(2 * DAY_MS);
    await carryOutUnansweredJob.handle({}, services());
    expect(await find(unwanted.phone)).toBeUndefined();
  });

  test("§1.2 a system curator reports sales as well, and the first report waits like any new curator's", async () => {
    const [support, owner] = [await addOperator(["support"]), await addOperator(["owner"])];
    const wanted = { role: "system-curator", ...newPerson() };
    await decide(owner, await waitFor(support, "add-participant", wanted), true);
    expect(await find(wanted.phone)).toMatchObject({ is_system: true, first_report_waits: true });
  });

  test("§1.2 without an answer it takes effect after a day, but a log-in of an operator doesn't", async () => {
    const [support, owner] = [await addOperator(["support"]), await addOperator(["owner"])];
    const input = curator();
    const id = await waitFor(support, "add-curator", input);
    await waitFor(owner, "add-operator", { login: "late-friend", full_name: "Друг", finance: true });
    club.clock.advance(DAY_MS - 60_000);
    await carryOutUnansweredJob.handle({}, services());
    expect(await find(input.phone)).toBeUndefined();
    club.clock.advance(2 * 60_000);
    await carryOutUnansweredJob.handle({}, services());
    expect(await find(input.phone)).toMatchObject({ role: "curator" });
    const operator = club.db.selectFrom("operators").select("id").where("login", "=", "late-friend");
    expect(await operator.executeTakeFirst()).toBeUndefined();
    const rows = club.db.selectFrom("audit_log").select(["actor", "approved_by"]).where("act", "=", "add-curator");
    expect(await rows.orderBy("id", "desc").limit(1).executeTakeFirst()).toEqual({
      actor: actorName(support),
      approved_by: "day:elapsed",
    });
    await expect(decide(owner, id, true)).rejects.toMatchObject({ status: 409 });
  });

  test("§1.2 whoever has agreed to an operator's access can't agree with this operator afterwards", async () => {
    const [first, second] = [await addOperator(["owner"]), await addOperator(["owner"])];
    const id = await waitFor(first, "add-operator", { login: "third-one", full_name: "Третий", owner: true });
    await decide(second, id, true);
    const row = await club.db.selectFrom("operators").selectAll().where("login", "=", "third-one").executeTakeFirst();
    const third: Operator = { kind: "operator", id: row?.id ?? 0, login: "third-one", fullName: "", roles: ["owner"] };
    const request = await waitFor(third, "add-curator", curator());
    for (const one of [first, second]) await expect(decide(one, request, true)).rejects.toMatchObject({ status: 403 });
  });

  test("§1.3 the first report of a new curator waits for an operator, the next ones don't", async () => {
    const wait = club.db.updateTable("users").set({ first_report_waits: true }).where("id", "=", people.curator.id);
    await wait.execute();
    const [first, second] = [await uploadSales("1"), await uploadSales("1")];
    await processReport(services(), first);
    expect(await readReport(first)).toMatchObject({ status: "waiting_approval" });
    expect((await readErrors(first))[0]?.message).toContain("первый отчёт");
    expect((await ask(await addOperator(["finance"]), "approve-report", { report: String(first) })).state).toBe("done");
    for (const id of [first, second]) await processReport(services(), id);
    for (const id of [first, second]) expect(await readReport(id)).toMatchObject({ status: "done" });
  });
});
