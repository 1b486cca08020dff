import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBalance } from "../../../../club/points/ledger";
import {
  downloadArticles,
  enterPromoCode,
  joinPromotion,
  listOwnPromotions,
  listPromotions,
} from "../../../../contract/promotions";
import { openTestClub, type TestClub } from "../../../setup/club";
import { setCountedCalls } from "../../../setup/counted-calls";
import { addPerson } from "../../points/people";

let club: TestClub;
const ids: Record<string, number> = {};
beforeAll(async () => {
  // 23:30 of the 15th in Moscow.
  club = await openTestClub({ now: "2026-06-15T20:30:00Z", work: false });
  await club.db.deleteFrom("promo_codes").execute();
  await club.db.deleteFrom("promotions").execute();
  const add = async (name: string, date_start: string | null, date_end: string | null, is_enabled = true) => {
    const { id } = await club.db
      .insertInto("promotions")
      .values({ name, date_start, date_end, is_enabled, accepts_promo_codes: true })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids[name] = id;
  };
  await add("past", "2026-01-01", "2026-06-14");
  await add("last day", "2026-06-01", "2026-06-15");
  await add("endless", null, null);
  await add("coming", "2026-06-16", "2026-07-01");
  await add("off", null, null, false);
  await club.db
    .insertInto("promotion_articles")
    .values([
      { promotion_id: ids.endless ?? 0, article_code: "W16", article_name: "Свеча" },
      { promotion_id: ids.endless ?? 0, article_code: "=1+1", article_name: "Формула" },
    ])
    .execute();
  const code = (word: string, promotion: string, points = 50) => ({
    code: word,
    promotion_id: ids[promotion] ?? 0,
    points,
  });
  await club.db
    .insertInto("promo_codes")
    .values([
      code("ЛЕТО2026", "endless"),
      code("SUMMER-77", "last day", 70),
      code("OLD1", "past"),
      code("SOON1", "coming"),
      code("OFF1", "off"),
      code("RACE1", "endless"),
    ])
    .execute();
});
afterAll(() => club.close());

describe("promotion lists", () => {
  test("§4.5 each row carries the count of unseen promotions; opening one by id marks it seen", async () => {
    const { token } = await addPerson(club, { role: "member" });
    const list = () => club.ask(listOwnPromotions, { page: 1, per_page: 4 }, { token });
    const { items, total } = await list();
    expect(items.map((promotion) => promotion.name)).toEqual(["coming", "endless", "last day"]);
    expect(total).toBe(3);
    expect(items.map((promotion) => promotion.count_un_clicked)).toEqual([3, 3, 3]);
    const opened = await club.ask(listOwnPromotions, { id: ids.endless ?? 0 }, { token });
    expect(opened.items).toMatchObject([{ name: "endless", has_articles: true, count_un_clicked: 2 }]);
    await club.ask(listOwnPromotions, { id: ids.endless ?? 0 }, { token });
    expect((await list()).items.map((promotion) => promotion.count_un_clicked)).toEqual([2, 2, 2]);
    const other = await addPerson(club, { role: "member" });
    const theirs = await club.ask(listOwnPromotions, { page: 1, per_page: 4 }, { token: other.token });
    expect(theirs.items.map((promotion) => promotion.count_un_clicked)).toEqual([3, 3, 3]);
  });

  test("§4.5 one that is switched off isn't seen by its link: it counts as new when it is switched on", async () => {
    const { id: userId, token } = await addPerson(club, { role: "member" });
    for (const name of ["off", "endless"]) await club.ask(listOwnPromotions, { id: ids[name] ?? 0 }, { token });
    const seen = club.db.selectFrom("promotion_views").select("promotion_id").where("user_id", "=", userId);
    expect(await seen.execute()).toEqual([{ promotion_id: ids.endless }]);
  });

  test("§2.1.1 guests see the same promotions; an ended one only by its link, one that is switched off not at all", async () => {
    const { items } = await club.ask(listPromotions, { per_page: 2 });
    expect(items.map((promotion) => promotion.name)).toEqual(["coming", "endless"]);
    expect(items[0]).toMatchObject({ is_joined: false, count_un_clicked: 0, accepts_promo_codes: true });
    expect((await club.ask(listPromotions, { is_enabled: 0 })).items.map((item) => item.name)).toEqual(["past"]);
    expect((await club.ask(listPromotions, { id: ids.past ?? 0 })).items).toHaveLength(1);
    for (const id of [ids.off ?? 0, 0, "abc"]) expect((await club.ask(listPromotions, { id })).items).toEqual([]);
  });

  test("§7.2 a promotion's articles are downloaded as CSV, and formulas are escaped", async () => {
    const { body } = await club.call(downloadArticles, { id: ids.endless ?? 0 });
    expect(parse(body, { bom: true, delimiter: ";" })).toEqual([
      ["Артикул", "Наименование"],
      ["'=1+1", "Формула"],
      ["W16", "Свеча"],
    ]);
    expect((await club.call(downloadArticles, { id: ids.off ?? 0 })).status).toBe(404);
  });
});

describe("joining", () => {
  test("§1.5 a promotion is joined while it runs, by Moscow's calendar, and joining again changes nothing", async () => {
    const { token } = await addPerson(club, { role: "manager" });
    const join = (name: string) => club.call(joinPromotion, { action_id: ids[name] ?? 0 }, { token });
    expect((await join("last day")).status).toBe(200);
    expect((await join("last day")).status).toBe(200);
    expect((await join("past")).refusal?.message).toBe("Акция уже закончилась.");
    expect((await join("coming")).refusal?.message).toBe("Акция ещё не началась.");
    expect((await join("off")).status).toBe(404);
    const opened = await club.ask(listOwnPromotions, { id: ids["last day"] ?? 0 }, { token });
    expect(opened.items[0]?.is_joined).toBe(true);
  });
});

describe("promo codes", () => {
  const enter = (token: string, promo_code: string) => club.call(enterPromoCode, { promo_code }, { token });

  test("§1.5 a code gives its points once, typed with any capitals and spaces", async () => {
    const member = await addPerson(club, { role: "member" });
    const { result } = await enter(member.token, " лето 2026 ");
    expect(result).toEqual({ points: 50, action_name: "endless" });
    expect((await enter(member.token, "summer77")).result?.points).toBe(70);
    expect(await readBalance(club.db, member.id)).toBe(120);
    expect((await enter(member.token, "ЛЕТО-2026")).refusal?.fields.promo_code).toBe("Вы уже ввели этот промокод.");
    const other = await addPerson(club, { role: "member" });
    expect((await enter(other.token, "ЛЕТО2026")).refusal?.fields.promo_code).toContain("уже использован");
  });

  test("§1.5 unknown, early, late and withdrawn codes get different messages", async () => {
    const { token } = await addPerson(club, { role: "member" });
    const words = async (code: string) => (await enter(token, code)).refusal?.fields.promo_code;
    expect(await words("NOPE")).toContain("Такого промокода нет");
    expect(await words("OLD1")).toContain("закончился");
    expect(await words("OFF1")).toContain("закончился");
    expect(await words("SOON1")).toContain("ещё не началась");
  });

  test("§1.5 when many people enter a code at once, one of them gets it", async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => addPerson(club, { role: "member" })));
    const outcomes = await Promise.all(members.map((member) => enter(member.token, "race1")));
    expect(outcomes.filter((outcome) => outcome.status === 200)).toHaveLength(1);
    const balances = await Promise.all(members.map((member) => readBalance(club.db, member.id)));
    expect(balances.reduce((sum, points) => sum + points, 0)).toBe(50);
  });

  test("§6.4 a right code at the tenth try begins the count anew", async () => {
    const { id, token } = await addPerson(club, { role: "member" });
    await club.db
      .insertInto("promo_codes")
      .values({ code: "TENTH1", promotion_id: ids.endless ?? 0, points: 50 })
      .execute();
    expect((await enter(token, "GUESS1")).status).toBe(422);
    await setCountedCalls(club, `promo-code:user:${id}`, 9);
    expect((await enter(token, "TENTH1")).status).toBe(200);
    expect((await enter(token, "GUESS2")).status).toBe(422);
  });

  test("§6.4 after ten wrong codes a participant has to wait, so that codes can't be guessed; only members may enter codes", async () => {
    const { token } = await addPerson(club, { role: "member" });
    for (let attempt = 0; attempt < 10; attempt++) expect((await enter(token, `GUESS${attempt}`)).status).toBe(422);
    const refused = await enter(token, "GUESS11");
    expect(refused).toMatchObject({ status: 429, refusal: { aliases: ["cts.too_often"] } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await addPerson(club, { role: "member" });
    expect((await enter(other.token, "GUESS12")).status).toBe(422);
    const manager = await addPerson(club, { role: "manager" });
    expect((await enter(manager.token, "RACE1")).status).toBe(403);
  });
});

test("§1.5 an hour later it is the next day in Moscow: what was coming is joined, of that day, and what ran has ended", async () => {
  const { token } = await addPerson(club, { role: "manager" });
  const join = (name: string) => club.call(joinPromotion, { action_id: ids[name] ?? 0 }, { token });
  club.clock.advance(60 * 60 * 1000);
  expect((await join("last day")).refusal?.message).toBe("Акция уже закончилась.");
  expect((await join("coming")).status).toBe(200);
  const { items } = await club.ask(listOwnPromotions, { id: ids.coming ?? 0 }, { token });
  expect(items[0]).toMatchObject({ is_joined: true, joined_at: "2026-06-16" });
  const stranger = await addPerson(club, { role: "manager" });
  const theirs = await club.ask(listOwnPromotions, { id: ids.coming ?? 0 }, { token: stranger.token });
  expect(theirs.items[0]).toMatchObject({ is_joined: false, joined_at: "" });
  // Whoever presses again a day later has joined on the first day.
  club.clock.advance(24 * 60 * 60 * 1000);
  expect((await join("coming")).status).toBe(200);
  const again = await club.ask(listOwnPromotions, { id: ids.coming ?? 0 }, { token });
  expect(again.items[0]).toMatchObject({ is_joined: true, joined_at: "2026-06-16" });
});
