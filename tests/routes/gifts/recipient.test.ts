import { afterAll, beforeAll, expect, test } from "vitest";
import { action as addGift, loader as showGift } from "../../../app/routes/dashboard.gifts.$id";
import { type Browser, openShop, type Shop } from "./shop";

const MEMBER = "79000000003";
const MANAGER = "79000000002";
const OTHER_PHONE = "+7 (913) 123-45-67";
const CARD = "4111111111111111";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function add(browser: Browser, kind: "phone" | "card", name: string, recipient: string, operator: string) {
  const prize = await shop.club.db
    .selectFrom("prizes")
    .select("id")
    .where("name", "like", name)
    .executeTakeFirstOrThrow();
  const fields = { prize_id: String(prize.id), cartCount: "1", recipient, operator };
  const reply = await browser.post(addGift, `/dashboard/gifts/${kind}`, fields, { id: kind });
  expect(reply.status).toBe(303);
  return reply;
}

const topUp = (browser: Browser, phone: string, operator: string) =>
  add(browser, "phone", "Пополнение телефона на 100%", phone, operator);
const payOut = (browser: Browser) => add(browser, "card", "Выплата на карту 500%", CARD, "IVAN IVANOV");

async function ask(browser: Browser, kind: string) {
  const { data } = await browser.get(showGift, `/dashboard/gifts/${kind}`, { id: kind });
  return (data as Awaited<ReturnType<typeof showGift>>).known;
}

test("§1.6 the phone of the last top-up is filled in with its operator; the participant's own one takes its place again", async () => {
  const browser = await shop.open(MEMBER);
  expect(await ask(browser, "phone")).toMatchObject({ phone: "+7 (900) 000-00-03", isLast: false });
  const reply = await topUp(browser, "8 913 123-45-67", "5");
  expect(await ask(browser, "phone")).toEqual({ phone: OTHER_PHONE, operator: "5", isLast: true, card: "" });
  expect(decodeURIComponent(`${reply.location}${reply.setCookie}`)).not.toContain("913");
  await topUp(browser, MEMBER, "4");
  expect(await ask(browser, "phone")).toMatchObject({ phone: "+7 (900) 000-00-03", operator: "4", isLast: false });
});

test("§1.6 an operator that is no longer offered is guessed anew", async () => {
  const browser = await shop.open(MEMBER);
  await topUp(browser, "8 913 123-45-67", "gone");
  expect(await ask(browser, "phone")).toMatchObject({ phone: OTHER_PHONE, operator: "1", isLast: true });
});

test("§1.6 §4.19 of the last card the payout's page has four digits, other pages have none, and the number is kept nowhere", async () => {
  const browser = await shop.open(MEMBER);
  await topUp(browser, "8 913 123-45-67", "5");
  await payOut(browser);
  expect(await ask(browser, "card")).toEqual({ phone: "", operator: "", isLast: false, card: "1111" });
  expect(await ask(browser, "phone")).toMatchObject({ phone: OTHER_PHONE, operator: "5", card: "" });
  expect(await ask(browser, "giftery")).toEqual({ phone: "", operator: "", isLast: false, card: "" });
  // A further top-up leaves the card as it is.
  await topUp(browser, "8 913 123-45-67", "1");
  expect(await ask(browser, "card")).toMatchObject({ card: "1111" });
  const kept = browser.cookies.get("recipient") ?? "";
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(1_000);
  const seen = JSON.stringify([await ask(browser, "card"), [...browser.cookies]]);
  expect(seen).not.toContain(CARD.slice(0, 6));
});

test("§1.6 another participant in the same browser sees nothing of it, and overwrites it with what is theirs", async () => {
  const browser = await shop.open(MEMBER);
  await topUp(browser, "8 913 123-45-67", "1");
  await payOut(browser);
  const other = await shop.open(MANAGER);
  other.cookies.set("recipient", browser.cookies.get("recipient") ?? "");
  expect(await ask(other, "phone")).toMatchObject({ phone: "+7 (900) 000-00-02", isLast: false });
  expect(await ask(other, "card")).toMatchObject({ card: "" });
  await topUp(other, "8 914 123-45-67", "1");
  expect(await ask(other, "card")).toMatchObject({ card: "" });
  other.cookies.set("recipient", "2.broken");
  expect(await ask(other, "phone")).toMatchObject({ phone: "+7 (900) 000-00-02", isLast: false });
});

test("§1.6 a souvenir, a certificate and a refused form leave what was kept as it is", async () => {
  const browser = await shop.open(MEMBER);
  await topUp(browser, "8 913 123-45-67", "1");
  const fields = { prize_id: "1", cartCount: "1", recipient: "8 914 123-45-67", operator: "" };
  const refused = await browser.post(addGift, "/dashboard/gifts/phone", fields, { id: "phone" });
  expect(refused).toMatchObject({ status: 400, setCookie: [] });
  const mug = await shop.club.db
    .selectFrom("prizes")
    .select("id")
    .where("name", "like", "Кружка%")
    .executeTakeFirstOrThrow();
  const id = String(mug.id);
  const souvenir = await browser.post(addGift, `/dashboard/gifts/${id}`, { prize_id: id, cartCount: "1" }, { id });
  expect(souvenir.setCookie.filter((cookie) => cookie.startsWith("recipient="))).toEqual([]);
  expect(await ask(browser, "phone")).toMatchObject({ phone: OTHER_PHONE });
});
