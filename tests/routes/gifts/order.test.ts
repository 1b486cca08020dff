import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { addToCart, type Cart, emptyCart } from "../../../app/features/cart/cart.server";
import { fitsCookie, writeCart } from "../../../app/features/cart/cart-cookie.server";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";
import { loader as showGifts } from "../../../app/routes/dashboard.gifts._index";
import { action as addGift, loader as showGift } from "../../../app/routes/dashboard.gifts.$id";
import { action as editCart, loader as showCart } from "../../../app/routes/dashboard.gifts.cart";
import { action as chooseDelivery } from "../../../app/routes/dashboard.gifts.delivery";
import { action as order, loader as showOrder } from "../../../app/routes/dashboard.gifts.order";
import { action as givePassword } from "../../../app/routes/dashboard.gifts.password";
import { action as markSeen } from "../../../app/routes/dashboard.gifts.seen";
import { loader as showProfile } from "../../../app/routes/dashboard.profile._index";
import { checkDocuments } from "../../../contract/accounts";
import { countUnseenPrizes, exchangePrize } from "../../../contract/prizes";
import { alias } from "../../../contract/values";
import { addPerson, givePoints } from "../../club/points/people";
import { DEMO_PASSWORD } from "../../setup/club";
import { type Browser, openShop, readNextNotice, type Shop } from "./shop";

const NOTHING = Buffer.alloc(0);
const MEMBER = "79000000003";
const CARD = "4111111111111111";
const EXCHANGE = "/api/prize/exchange";
const CART = "/dashboard/gifts/cart";
const ORDER = "/dashboard/gifts/order";
const PASSWORD_PAGE = "/dashboard/gifts/password";

let shop: Shop;
let browser: Browser;
let memberId: number;
let before: number;

beforeAll(async () => {
  shop = await openShop();
  const member = await shop.club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", MEMBER)
    .executeTakeFirstOrThrow();
  memberId = member.id;
});
afterAll(() => shop.close());

beforeEach(async () => {
  browser = await shop.open(MEMBER);
  before = await countExchanges();
});
afterEach(() => shop.loseReplies("", 0));

async function countExchanges(): Promise<number> {
  const { count } = await shop.club.db
    .selectFrom("exchanges")
    .select((exchanges) => exchanges.fn.countAll<number>().as("count"))
    .where("user_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Sets the pause before each unit. */
function setPause(ms: string) {
  process.env.ORDER_PAUSE_MS = ms;
  setUpstreamUrl(process.env.UPSTREAM_URL ?? "");
}

/** Keeps how many units had been ordered at each pause of this length, and lets it be over at once. */
function watchPauses(length: number): number[] {
  const pauses: number[] = [];
  const { setTimeout: wait } = timers;
  vi.spyOn(timers, "setTimeout").mockImplementation(async (ms, ...rest) => {
    if (ms !== length) return wait(ms, ...rest);
    pauses.push((await countExchanges()) - before);
    return rest[0];
  });
  // Modules that have imported the function by its name get it, too.
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return pauses;
}

async function findPrize(name: string): Promise<string> {
  const prize = await shop.club.db
    .selectFrom("prizes")
    .select("id")
    .where("name", "like", name)
    .executeTakeFirstOrThrow();
  return String(prize.id);
}

async function addTopUps(count: number, recipient = "8 (900) 123-45-67") {
  const prize_id = await findPrize("Пополнение телефона на 100%");
  const fields = { prize_id, cartCount: String(count), recipient, operator: "1" };
  return browser.post(addGift, "/dashboard/gifts/phone", fields, { id: "phone" });
}

async function readCartPage() {
  const { data } = await browser.get(showCart, "/dashboard/gifts/cart");
  return data as Awaited<ReturnType<typeof showCart>>;
}

describe("the year's limit before an order", () => {
  it("§8.5 a cart that would exceed the year's limit shows it before anything is ordered", async () => {
    const { year_total = 0 } = await shop.club.ask(checkDocuments, {}, { token: await shop.club.logIn(MEMBER) });
    const settings = shop.club.club.services.settings as { documentsLimit: number };
    const limit = settings.documentsLimit;
    await addTopUps(2);
    settings.documentsLimit = (year_total ?? 0) + 200;
    expect((await readCartPage()).exceededLimit).toBeNull();
    settings.documentsLimit = (year_total ?? 0) + 199;
    expect((await readCartPage()).exceededLimit).toBe((year_total ?? 0) + 199);
    settings.documentsLimit = limit;
  });
});

describe("§4.17 the cart", () => {
  it("§4.17 keeps gifts in an encrypted cookie, and shows only the last digits of a card", async () => {
    const prize_id = await findPrize("Выплата на карту 500%");
    const fields = { prize_id, cartCount: "1", recipient: "4111 1111 1111 1111", operator: "IVAN IVANOV" };
    const added = await browser.post(addGift, "/dashboard/gifts/card?type=card&enough=1&page=7", fields, {
      id: "card",
    });
    // It leads back to the gifts as they were filtered.
    expect(added).toMatchObject({ status: 303, location: "/dashboard/gifts/?type=card&enough=1#tag-card" });
    const page = await readCartPage();
    expect(page.view).toMatchObject({ total: 500, units: 1, lines: [{ note: "Карта •••• 1111, IVAN IVANOV" }] });
    const seen = decodeURIComponent(JSON.stringify([added, page, [...browser.cookies]]));
    expect(seen.replace(/[\s-]/g, "")).not.toContain(CARD);
  });

  it("§5.2 refuses a card with a wrong check digit, and doesn't send the number back", async () => {
    const prize_id = await findPrize("Выплата на карту 500%");
    const fields = { prize_id, cartCount: "1", recipient: "4111111111111112", operator: "IVAN IVANOV" };
    const refused = await browser.post(addGift, "/dashboard/gifts/card", fields, { id: "card" });
    expect(refused.status).toBe(400);
    expect(refused.data).toMatchObject({ error: { recipient: ["Проверьте номер карты: в нём ошибка."] } });
    expect(JSON.stringify(refused.data)).not.toContain("411111");
  });

  it("§4.17 refuses a gift that doesn't fit into the cookie, and keeps the others", async () => {
    const prize_id = await findPrize("Пополнение телефона на 100%");
    let refused: Awaited<ReturnType<Browser["post"]>> | undefined;
    for (let index = 0; index < 80 && !refused; index++) {
      const fields = { prize_id, cartCount: "1", recipient: `79001${String(index).padStart(6, "0")}`, operator: "1" };
      const reply = await browser.post(addGift, "/dashboard/gifts/phone", fields, { id: "phone" });
      for (const cookie of reply.setCookie) expect(cookie.length).toBeLessThan(4096);
      if (reply.status !== 303) refused = reply;
    }
    expect(refused?.status).toBe(409);
    expect(JSON.stringify(refused?.data)).toContain("В корзину больше не помещается");
    const point = { delivery_city: "Казань", cdek_pvz_code: "KZN11" };
    const delivery = await browser.post(chooseDelivery, "/dashboard/gifts/delivery", point);
    expect([delivery.status, JSON.stringify(delivery.data)]).toEqual([
      422,
      expect.stringContaining("В корзину больше не помещается"),
    ]);
    expect((await readCartPage()).view.lines.length).toBeGreaterThan(25);
  });

  it("§4.17 a cart that is full to the last byte can still be emptied", async () => {
    const id = String(memberId);
    const line = (recipient: string) => ({
      ...{ prize_id: "1", cartCount: 1, physical: false, selected_additional_fields: [recipient, "1", ""] },
    });
    const nextPhone = ({ lines }: Cart) => String(79_001_000_000 + lines.length);
    let full = emptyCart(id);
    for (let next = full; fitsCookie(next); next = addToCart(full, line(nextPhone(full)))) full = next;
    // What is left of the room is filled by a longer last line.
    for (let next = full, size = 1; fitsCookie(next); size++) {
      full = next;
      const longest = { ...line(nextPhone(full) + "0".repeat(size)), id: full.lines.length };
      next = { ...full, lines: [...full.lines.slice(0, -1), longest] };
    }
    const { length } = full.lines;
    const keep = async () => browser.cookies.set("cart", /^cart=([^;]*)/.exec(await writeCart(full, full))?.[1] ?? "");
    await keep();
    await browser.post(editCart, CART, { intent: "count", line: "1", cartCount: "10" });
    expect(await readNextNotice(browser)).toContain("В корзину больше не помещается");
    expect((await readCartPage()).view).toMatchObject({ lineCount: length });
    browser.cookies.delete("notice");
    const deleted = await browser.post(editCart, CART, { intent: "delete", line: "1" });
    expect(await readNextNotice(browser)).toBe("");
    expect(deleted.location).toBe(`${CART}#line-1`);
    expect((await readCartPage()).view).toMatchObject({ lineCount: length - 1 });
    await browser.post(editCart, CART, { intent: "clear" });
    expect((await readCartPage()).view).toMatchObject({ lineCount: 0 });
  });

  it("§4.17 shows a prize that is no longer offered, and orders nothing until it is removed", async () => {
    await addTopUps(1);
    const prize_id = await findPrize("Блокнот%");
    await browser.post(addGift, `/dashboard/gifts/${prize_id}`, { prize_id, cartCount: "1" }, { id: prize_id });
    await shop.club.db.updateTable("prizes").set({ is_enabled: false }).where("id", "=", Number(prize_id)).execute();
    const { view, basket } = await readCartPage();
    expect(view).toMatchObject({
      hasUnavailable: true,
      total: 100,
      lines: [{ unavailable: false }, { unavailable: true }],
    });
    expect(await browser.post(order, "/dashboard/gifts/order", { basket })).toMatchObject({
      location: "/dashboard/gifts/cart",
    });
    const line = String(view.lines[1]?.id);
    await browser.post(editCart, "/dashboard/gifts/cart", { intent: "delete", line });
    expect((await readCartPage()).view).toMatchObject({
      hasUnavailable: false,
      lineCount: 1,
      lines: [{ unavailable: false }, { removed: true }],
    });
    expect(await countExchanges()).toBe(before);
  });

  it("§4.17 a plain form restores a removed line at its place, with its pieces and fields", async () => {
    await addTopUps(3);
    const prize_id = await findPrize("Термос%");
    await browser.post(addGift, `/dashboard/gifts/${prize_id}`, { prize_id, cartCount: "1" }, { id: prize_id });
    const whole = (await readCartPage()).view;
    const line = String(whole.lines[0]?.id);
    const out = await browser.post(editCart, CART, { intent: "delete", line });
    // Without script the page scrolls back to the line.
    expect(out).toMatchObject({ status: 303, location: `${CART}#line-${line}` });
    expect((await readCartPage()).view).toMatchObject({
      lineCount: 1,
      units: 1,
      lines: [{ removed: true }, { removed: false }],
    });
    const back = await browser.post(editCart, CART, { intent: "return", line });
    expect(back).toMatchObject({ status: 303, location: `${CART}#line-${line}` });
    expect((await readCartPage()).view).toEqual(whole);
    await browser.post(editCart, CART, { intent: "clear" });
    expect((await readCartPage()).view).toMatchObject({ lineCount: 0, total: 0 });
    await browser.post(editCart, CART, { intent: "return" });
    expect((await readCartPage()).view).toEqual(whole);
  });

  it("§4.17 a form sent by a fetcher gets JSON and the cart cookie, and no redirect", async () => {
    await addTopUps(1);
    const line = String((await readCartPage()).view.lines[0]?.id);
    const answer = await browser.post(editCart, CART, { intent: "count", line, cartCount: "4", stay: "1" });
    expect(answer).toMatchObject({ status: 200, location: null, data: { done: true } });
    expect((await readCartPage()).view.units).toBe(4);
    const refused = await browser.post(editCart, CART, { intent: "count", line, cartCount: "0", stay: "1" });
    expect(refused).toMatchObject({ status: 200, data: { notice: { text: "Количество — целое число от 1 до 99." } } });
    expect((await readCartPage()).view.units).toBe(4);
  });

  it("§4.17 simultaneous requests without a cart lose nothing", async () => {
    await Promise.all([addTopUps(1), addTopUps(1), addTopUps(1)]);
    expect((await readCartPage()).view.units).toBe(3);
    const edits = (await readCartPage()).view.lines.map(({ id }) => String(id));
    const prize_id = await findPrize("Термос%");
    await Promise.all([
      browser.post(addGift, `/dashboard/gifts/${prize_id}`, { prize_id, cartCount: "1" }, { id: prize_id }),
      browser.post(editCart, CART, { intent: "count", line: edits[0] ?? "", cartCount: "5" }),
    ]);
    expect((await readCartPage()).view).toMatchObject({ lineCount: 2, units: 6 });
  });

  it("§4.17 is restored from local storage when the cookie is gone, only for its owner", async () => {
    await addTopUps(2);
    const { mirror } = await readCartPage();
    const restore = { intent: "restore", sealed: mirror.sealed, stay: "1" };
    const other = await shop.open("79000000002");
    await other.post(editCart, "/dashboard/gifts/cart", restore);
    expect(other.cookies.has("cart")).toBe(false);
    browser.cookies.delete("cart");
    const restored = await browser.post(editCart, "/dashboard/gifts/cart", restore);
    expect(restored).toMatchObject({ status: 200, location: null, data: { done: true } });
    expect((await readCartPage()).view.units).toBe(2);
    // A cart that the same participant has begun elsewhere is newer.
    browser = await shop.open(MEMBER);
    await addTopUps(1);
    await browser.post(editCart, "/dashboard/gifts/cart", restore);
    expect((await readCartPage()).view.units).toBe(1);
    await browser.post(editCart, CART, { intent: "clear" });
    expect((await readCartPage()).mirror).toEqual({ sealed: "", known: true });
  });

  it("§4.17 of a gift for several recipients it is told how many are in the cart together", async () => {
    await addTopUps(2);
    await addTopUps(1, "79001234568");
    expect(await readNextNotice(browser)).toMatch(/, всего 3 штуки\.$/);
    expect((await readCartPage()).view).toMatchObject({ lineCount: 2, units: 3 });
  });
});

describe("§4.18 the order", () => {
  it("§4.18 begins with the sum that was seen and with points enough, and says how many are missing", async () => {
    await addTopUps(2);
    for (const total of ["100", "300"]) {
      expect((await browser.post(order, ORDER, { total })).location).toBe(CART);
      expect(await readNextNotice(browser)).toBe("Проверьте новую сумму и подтвердите заказ ещё раз.");
    }
    const points = (await readCartPage()).points as number;
    const needed = Math.floor(points / 100) + 1;
    for (let left = needed - 2, phone = 79_001_000_000; left > 0; left -= 99, phone += 1) {
      await addTopUps(Math.min(left, 99), String(phone));
    }
    expect((await browser.post(order, ORDER, { total: String(needed * 100) })).location).toBe(CART);
    expect(await readNextNotice(browser)).toMatch(new RegExp(`^Не хватает ${needed * 100 - points} балл`));
    expect(await countExchanges()).toBe(before);
  });

  it("§2.5.2 orders every unit, reports what was ordered and leads back to the gifts", async () => {
    const { id } = await shop.club.db
      .selectFrom("prizes")
      .select("id")
      .where("name", "=", "Кепка")
      .executeTakeFirstOrThrow();
    await addTopUps(2);
    const fields = { prize_id: String(id), cartCount: "1", size: "L/XL" };
    await browser.post(addGift, `/dashboard/gifts/${id}`, fields, { id: String(id) });
    const point = { delivery_city: "Казань", cdek_pvz_code: "KZN11" };
    expect(await browser.post(order, "/dashboard/gifts/order", {})).toMatchObject({
      location: "/dashboard/gifts/cart",
    });
    await browser.post(chooseDelivery, "/dashboard/gifts/delivery", point);
    const { basket, view } = await readCartPage();
    expect(view).toMatchObject({ total: 800, units: 3 });
    const calls = shop.watchCalls(EXCHANGE);
    const done = await browser.post(order, "/dashboard/gifts/order", { basket, total: "800" });
    expect(done).toMatchObject({ status: 303, location: "/dashboard/gifts" });
    // Where somebody fetches a souvenir is told for the souvenir only.
    expect(calls.map((call) => [call.delivery_city, call.cdek_pvz_code])).toEqual([
      ["", ""],
      ["", ""],
      ["Казань", "KZN11"],
    ]);
    expect(calls[0]).toMatchObject({ delivery_street: "", cdek_address_full: "" });
    expect(calls[2]?.cdek_address_full).toBe(`Казань, ${calls[2]?.delivery_street}`);
    expect(await countExchanges()).toBe(before + 3);
    expect((await readCartPage()).view.lines).toEqual([]);
    const sent = await shop.club.db
      .selectFrom("exchanges")
      .select(["basket_uuid", "size", "pickup_point_code"])
      .where("user_id", "=", memberId)
      .orderBy("id", "desc")
      .limit(3)
      .execute();
    expect(new Set(sent.map((one) => one.basket_uuid))).toEqual(new Set([basket]));
    expect(sent[0]).toMatchObject({ size: "L/XL", pickup_point_code: "KZN11" });
  });

  it("§4.18 §9.1 each unit waits a second before it is sent", async () => {
    await addTopUps(2);
    delete process.env.ORDER_PAUSE_MS;
    setUpstreamUrl(process.env.UPSTREAM_URL ?? "");
    const pauses = watchPauses(1_000);
    await browser.post(order, ORDER, {});
    setPause("0");
    expect(pauses).toEqual([0, 1]);
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 a double press orders once, and both presses get the same reply", async () => {
    await addTopUps(3);
    const { basket } = await readCartPage();
    const [first, second] = await Promise.all([
      browser.post(order, "/dashboard/gifts/order", { basket }),
      browser.post(order, "/dashboard/gifts/order", { basket }),
    ]);
    expect([first.location, second.location]).toEqual(["/dashboard/gifts", "/dashboard/gifts"]);
    expect(await countExchanges()).toBe(before + 3);
  });

  it("§4.18 a unit whose reply was lost is checked under the same key and ordered once", async () => {
    await addTopUps(2);
    const { basket } = await readCartPage();
    shop.loseReplies(EXCHANGE, 1);
    expect(await browser.post(order, "/dashboard/gifts/order", { basket })).toMatchObject({
      location: "/dashboard/gifts/order",
    });
    expect((await browser.get(showOrder, "/dashboard/gifts/order")).data).toMatchObject({
      checking: true,
      done: 0,
      units: 2,
    });
    expect(await countExchanges()).toBe(before + 1);
    expect(await browser.post(order, "/dashboard/gifts/order", { basket })).toMatchObject({
      location: "/dashboard/gifts",
    });
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 an upstream that asks for patience refuses nothing: the unit is sent again under its key", async () => {
    await addTopUps(2);
    for (const status of [429, 408]) {
      shop.failCalls(EXCHANGE, 1, status);
      expect((await browser.post(order, ORDER, {})).location).toBe(ORDER);
      expect((await browser.get(showOrder, ORDER)).data).toMatchObject({ checking: true, done: 0 });
    }
    expect(await countExchanges()).toBe(before);
    expect((await browser.post(order, ORDER, {})).location).toBe("/dashboard/gifts");
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 the cart can't be edited during an order, so that no unit is ordered under a second key", async () => {
    await addTopUps(2);
    const { basket, view } = await readCartPage();
    await browser.post(order, "/dashboard/gifts/order", { basket, intent: "start" });
    const line = String(view.lines[0]?.id);
    const refused = await browser.post(editCart, "/dashboard/gifts/cart", { intent: "count", line, cartCount: "5" });
    expect(refused.location).toBe("/dashboard/gifts/order");
    expect((await addTopUps(1)).location).toBe("/dashboard/gifts/order");
    const point = { delivery_city: "Казань", cdek_pvz_code: "KZN11" };
    expect((await browser.post(chooseDelivery, "/dashboard/gifts/delivery", point)).location).toBe(ORDER);
    expect((await readCartPage()).delivery).toBeNull();
    await browser.post(order, "/dashboard/gifts/order", { basket, intent: "unit" });
    expect(await countExchanges()).toBe(before + 1);
    const stopped = await browser.post(order, "/dashboard/gifts/order", { basket, intent: "stop" });
    expect(stopped.location).toBe("/dashboard/gifts/cart");
    expect((await readCartPage()).view.units).toBe(1);
  });

  it("§4.18 a paused order keeps its keys, and no window continues it until it is resumed", async () => {
    await addTopUps(3);
    const { basket } = await readCartPage();
    await browser.post(order, ORDER, { basket, intent: "start" });
    await browser.post(order, ORDER, { basket, intent: "unit" });
    expect(await browser.post(order, ORDER, { basket, intent: "pause" })).toMatchObject({
      status: 303,
      location: ORDER,
    });
    expect((await browser.get(showOrder, ORDER)).data).toMatchObject({ paused: true, fresh: false, done: 1 });
    const step = await browser.post(order, ORDER, { basket, intent: "unit" });
    expect(step.data).toMatchObject({ skipRevalidation: false, order: { paused: true, done: 1 } });
    expect((await readCartPage()).order).toBe("Оформлено 1 из 3\u00a0подарков.");
    expect((await browser.get(showProfile, "/dashboard/profile")).data).toMatchObject({
      order: "Оформлено 1 из 3\u00a0подарков.",
    });
    expect(await countExchanges()).toBe(before + 1);
    const resumed = await browser.post(order, ORDER, { basket, intent: "unit", resume: "1" });
    expect(resumed.data).toMatchObject({ order: { paused: false, done: 2, basket } });
    await browser.post(order, ORDER, { basket, intent: "pause", stay: "1" });
    expect(await browser.post(order, ORDER, { basket, intent: "order" })).toMatchObject({
      location: "/dashboard/gifts",
    });
    expect(await countExchanges()).toBe(before + 3);
  });

  it("§4.18 a pause stops a running order after the unit that has been sent", async () => {
    await addTopUps(5);
    const { basket } = await readCartPage();
    const { asked, letGo } = shop.holdCalls(EXCHANGE);
    const working = browser.post(order, ORDER, { basket, intent: "order" });
    await asked;
    // A page without script shows how far another window has come.
    expect((await browser.get(showOrder, ORDER)).refresh).toBe("3");
    await browser.post(order, ORDER, { basket, intent: "pause" });
    letGo();
    expect(await working).toMatchObject({ status: 303, location: ORDER });
    expect(await countExchanges()).toBe(before + 1);
    expect((await readCartPage()).order).toBe("Оформлено 1 из 5\u00a0подарков.");
    await browser.post(order, ORDER, { basket });
    expect(await countExchanges()).toBe(before + 5);
  });

  it("§4.18 an order can't be stopped while one of its gifts is being sent, and goes on", async () => {
    await addTopUps(2);
    const { asked, letGo } = shop.holdCalls(EXCHANGE);
    const working = browser.post(order, ORDER, { intent: "order" });
    await asked;
    expect((await browser.post(order, ORDER, { intent: "stop" })).location).toBe(ORDER);
    expect(await readNextNotice(browser)).toBe("Подарок как раз оформляется. Остановите заказ чуть позже.");
    letGo();
    expect((await working).location).toBe("/dashboard/gifts");
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 whoever stops or pauses what isn't under way comes to the cart, and without a cart to the gifts", async () => {
    for (const intent of ["stop", "pause", "order"]) {
      expect((await browser.post(order, ORDER, { intent })).location).toBe("/dashboard/gifts");
    }
    expect((await browser.get(showOrder, ORDER)).location).toBe("/dashboard/gifts");
    await addTopUps(1);
    for (const intent of ["stop", "pause"]) {
      expect((await browser.post(order, ORDER, { intent })).location).toBe(CART);
    }
    expect((await browser.get(showOrder, ORDER)).location).toBe(CART);
    expect((await browser.post(order, ORDER, {})).location).toBe("/dashboard/gifts");
    // The cart is still there, and empty.
    for (const intent of ["stop", "pause"]) {
      expect((await browser.post(order, ORDER, { intent })).location).toBe("/dashboard/gifts");
    }
    expect((await browser.get(showOrder, ORDER)).location).toBe("/dashboard/gifts");
    expect(await countExchanges()).toBe(before + 1);
  });

  it("§4.18 an order whose reply never reached the browser is not repeated after an edit", async () => {
    await addTopUps(2);
    const { basket, view } = await readCartPage();
    await browser.postWithoutReply(order, "/dashboard/gifts/order", { basket });
    expect(await countExchanges()).toBe(before + 2);
    const line = String(view.lines[0]?.id);
    await browser.post(editCart, "/dashboard/gifts/cart", { intent: "count", line, cartCount: "2" });
    await browser.post(order, "/dashboard/gifts/order", {});
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 after a crash between the exchange and the cookie a new process uses the same keys and orders nothing twice", async () => {
    await addTopUps(2);
    const { basket } = await readCartPage();
    await browser.postWithoutReply(order, "/dashboard/gifts/order", { basket });
    vi.resetModules();
    const restarted = await import("../../../app/routes/dashboard.gifts.order");
    const again = await browser.post(restarted.action, "/dashboard/gifts/order", { basket });
    expect(again.location).toBe("/dashboard/gifts");
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 a cart that changed in another window is shown again before anything is ordered", async () => {
    await addTopUps(1);
    const { basket } = await readCartPage();
    await addTopUps(1);
    expect(await browser.post(order, "/dashboard/gifts/order", { basket })).toMatchObject({
      location: "/dashboard/gifts/cart",
    });
    expect(await countExchanges()).toBe(before);
  });

  it("§4.18 with too few points nothing is ordered", async () => {
    const prize_id = await findPrize("Куртка%");
    const fields = { prize_id, cartCount: "9", size: "M" };
    await browser.post(addGift, `/dashboard/gifts/${prize_id}`, fields, { id: prize_id });
    await browser.post(chooseDelivery, "/dashboard/gifts/delivery", {
      delivery_city: "Казань",
      cdek_pvz_code: "KZN11",
    });
    const { view, points, basket } = await readCartPage();
    expect(view.total).toBeGreaterThan(points ?? 0);
    expect(await browser.post(order, "/dashboard/gifts/order", { basket })).toMatchObject({
      location: "/dashboard/gifts/cart",
    });
    expect(await countExchanges()).toBe(before);
  });
});

describe("§8.5 documents", () => {
  it("§8.5 stops when documents are needed, keeps the remaining gifts and leads to the form", async () => {
    const { sum } = await shop.club.db
      .selectFrom("exchanges")
      .select((exchanges) => exchanges.fn.coalesce(exchanges.fn.sum<number>("price"), exchanges.lit(0)).as("sum"))
      .where("user_id", "=", memberId)
      .where("status", "not in", ["rejected", "cancelled"])
      .where("created_at", ">=", new Date(`${new Date().getFullYear()}-01-01T00:00:00+03:00`))
      .executeTakeFirstOrThrow();
    const { settings } = shop.club.club.services;
    const limit = settings.documentsLimit;
    Object.assign(settings, { documentsLimit: Number(sum) + 150 });
    await addTopUps(3);
    const { basket } = await readCartPage();
    const stopped = await browser.post(order, "/dashboard/gifts/order", { basket });
    Object.assign(settings, { documentsLimit: limit });
    expect(stopped.location).toBe("/dashboard/documents");
    expect(await countExchanges()).toBe(before + 1);
    const page = await readCartPage();
    expect(page).toMatchObject({
      documentsNeeded: true,
      order: null,
      view: { units: 2 },
      documents: { status: "none" },
    });
    await shop.club.db
      .insertInto("documents")
      .values({
        user_id: memberId,
        status: "pending",
        answers_sealed: NOTHING,
        passport_main_sealed: NOTHING,
        passport_registration_sealed: NOTHING,
      })
      .execute();
    expect(await readCartPage()).toMatchObject({ documentsNeeded: true, documents: { status: "pending" } });
    await shop.club.db.deleteFrom("documents").where("user_id", "=", memberId).execute();
    // Once they are accepted the order can be resumed, which resets the flag.
    await browser.post(order, "/dashboard/gifts/order", { basket: page.basket });
    expect(await countExchanges()).toBe(before + 3);
    expect((await readCartPage()).documentsNeeded).toBe(false);
  });
});

describe("§4.18 large orders of old sessions", () => {
  it("§4.18 stops where a day's orders come to more than an old session may spend, and goes on with the password", async () => {
    const { settings } = shop.club.club.services;
    const today = await shop.club.db
      .selectFrom("exchanges")
      .select(({ fn, lit }) => fn.coalesce(fn.sum<number>("price"), lit(0)).as("sum"))
      .where("user_id", "=", memberId)
      .where("created_at", ">", new Date(shop.club.clock.now().getTime() - 24 * 60 * 60 * 1000))
      .executeTakeFirstOrThrow();
    Object.assign(settings, { orderPasswordPoints: Number(today.sum) + 150 });
    await givePoints(shop.club, memberId, 1_000);
    const sessions = () => shop.club.db.selectFrom("sessions").select("id").where("user_id", "=", memberId).execute();
    try {
      await shop.club.db
        .updateTable("sessions")
        .set({ created_at: new Date(shop.club.clock.now().getTime() - 25 * 60 * 60 * 1000) })
        .where("user_id", "=", memberId)
        .execute();
      await addTopUps(3);
      const { basket } = await readCartPage();
      const stopped = await browser.post(order, ORDER, { basket });
      expect(stopped.location).toBe("/dashboard/gifts/password");
      expect(await countExchanges()).toBe(before + 1);
      const left = await readCartPage();
      expect(left).toMatchObject({ order: null, documentsNeeded: false, view: { units: 2 } });
      // A second window doesn't get around it, nor does a wrong password.
      expect((await browser.post(order, ORDER, { basket: left.basket })).location).toBe("/dashboard/gifts/password");
      const wrong = await browser.post(givePassword, PASSWORD_PAGE, { password: "не-тот-пароль" });
      expect([wrong.status, JSON.stringify(wrong.data)]).toEqual([422, expect.stringContaining("Неверный")]);
      expect(JSON.stringify(wrong.data)).not.toContain("не-тот-пароль");
      const earlier = (await sessions()).length;
      const given = await browser.post(givePassword, PASSWORD_PAGE, { password: DEMO_PASSWORD });
      expect(given.location).toBe(CART);
      // The old session has ended, and the cart is still there.
      expect((await sessions()).length).toBe(earlier);
      const page = await readCartPage();
      expect(page.view.units).toBe(2);
      await browser.post(order, ORDER, { basket: page.basket });
      expect(await countExchanges()).toBe(before + 3);
    } finally {
      Object.assign(settings, { orderPasswordPoints: null });
    }
  });

  it("§4.18 units sent at once don't exceed the sum together", async () => {
    const { settings } = shop.club.club.services;
    const person = await addPerson(shop.club, { role: "member" });
    await givePoints(shop.club, person.id, 10_000);
    const dayAgo = new Date(shop.club.clock.now().getTime() - 25 * 60 * 60 * 1000);
    await shop.club.db.updateTable("sessions").set({ created_at: dayAgo }).where("user_id", "=", person.id).execute();
    Object.assign(settings, { orderPasswordPoints: 350 });
    try {
      const prize_id = await findPrize("Пополнение телефона на 100%");
      const unit = { prize_id, selected_additional_fields: ["79001234567", "1", ""], basket_uuid: "at-once" };
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => shop.club.call(exchangePrize, unit as never, { token: person.token })),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
      const refusals = replies.flatMap(({ refusal }) => refusal?.aliases ?? []);
      expect(new Set(refusals)).toEqual(new Set([alias.passwordNeeded]));
    } finally {
      Object.assign(settings, { orderPasswordPoints: null });
    }
  });
});

describe("§4.5, §6.2 who sees gifts", () => {
  it("§6.2 system participants see gifts without a balance and have no cart", async () => {
    const system = await shop.open("79000000005");
    expect((await system.get(showGifts, "/dashboard/gifts")).data).toMatchObject({ points: null, mirror: null });
    for (const [loader, id] of [[showGift, "phone"], [showOrder]] as const) {
      const away = await system.get(loader, "/dashboard/gifts/x", id ? { id } : {});
      expect(away).toMatchObject({ status: 302, location: "/dashboard/gifts/" });
    }
    const cart = await system.get(showCart, "/dashboard/gifts/cart");
    expect(cart.data).toMatchObject({ mayOrder: false, view: { lines: [] } });
    const emptied = await system.post(editCart, "/dashboard/gifts/cart", { intent: "clear" });
    expect(emptied).toMatchObject({ status: 302, location: "/dashboard/gifts/" });
  });

  it("§1.6 for a balance of zero no gift is affordable, and all are something to save for", async () => {
    const newcomer = await shop.open("79000000007");
    const all = await newcomer.get(showGifts, "/dashboard/gifts");
    expect(all.data).toMatchObject({ points: 0, goals: expect.arrayContaining([expect.anything()]) });
    const affordable = await newcomer.get(showGifts, "/dashboard/gifts?enough=1");
    expect(affordable.data).toMatchObject({ gifts: [], isEmpty: false });
  });

  it("§4.5 the gifts' counter is reset by a post, and by no look at them", async () => {
    const token = await shop.club.logIn(MEMBER);
    await shop.club.db.updateTable("users").set({ prizes_seen_at: null }).where("id", "=", memberId).execute();
    const count = async () => (await shop.club.ask(countUnseenPrizes, {}, { token })).count;
    const unseen = await count();
    expect(unseen).toBeGreaterThan(0);
    expect((await browser.get(showGifts, "/dashboard/gifts")).data).toMatchObject({ unseen });
    expect(await count()).toBe(unseen);
    const seen = await browser.post(markSeen, "/dashboard/gifts/seen", {});
    expect(seen).toMatchObject({ status: 303, location: "/dashboard/gifts/" });
    expect(await count()).toBe(0);
    expect((await browser.get(showGifts, "/dashboard/gifts")).data).toMatchObject({ unseen: 0 });
  });
});
