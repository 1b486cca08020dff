import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { action as addGift } from "../../../app/routes/dashboard.gifts.$id";
import { loader as showCart } from "../../../app/routes/dashboard.gifts.cart";
import { action as order, loader as showOrder } from "../../../app/routes/dashboard.gifts.order";
import { type Browser, openShop, type Shop } from "./shop";

const MEMBER = "79000000003";
const EXCHANGE = "/api/prize/exchange";
const SPENT = "/api/user/points";
const ORDER = "/dashboard/gifts/order";
const CART = "/dashboard/gifts/cart";
const MINUTE = 60_000;

let shop: Shop;
let browser: Browser;
let memberId: number;
let before: number;

beforeAll(async () => {
  shop = await openShop({}, { idempotency: false });
  const { id } = await shop.club.db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", MEMBER)
    .executeTakeFirstOrThrow();
  memberId = id;
});
afterAll(() => shop.close());

beforeEach(async () => {
  browser = await shop.open(MEMBER);
  before = await countExchanges();
});
afterEach(() => {
  vi.useRealTimers();
  shop.loseReplies("", 0);
  shop.failCalls("", 0);
  shop.replaceReplies("", undefined);
});

async function countExchanges(): Promise<number> {
  const { count } = await shop.club.db
    .selectFrom("exchanges")
    .select((exchanges) => exchanges.fn.countAll<number>().as("count"))
    .where("user_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return count;
}

async function addTopUps(count: number) {
  const { id } = await shop.club.db
    .selectFrom("prizes")
    .select("id")
    .where("name", "like", "Пополнение телефона на 100%")
    .executeTakeFirstOrThrow();
  const fields = { prize_id: String(id), cartCount: String(count), recipient: "8 (900) 123-45-67", operator: "1" };
  return browser.post(addGift, "/dashboard/gifts/phone", fields, { id: "phone" });
}

async function readCart() {
  return (await browser.get(showCart, CART)).data as Awaited<ReturnType<typeof showCart>>;
}

async function readOrder() {
  const { data } = await browser.get(showOrder, ORDER);
  return JSON.parse(JSON.stringify(data).replaceAll("\u00a0", " "));
}

/** The notice for the next page, as it is sealed in a cookie. */
async function readNotice(): Promise<string> {
  const { readNotice: read } = await import("../../../app/session/notice.server");
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const found = await read(new Request("http://club/", { headers: { Cookie: cookie } }));
  return found?.notice.text.replaceAll("\u00a0", " ") ?? "";
}

/** Turns the clock of the portal, not its timers. */
function passTime(ms: number) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

/** The route in a process of its own: what another process knows in memory is unknown to it. */
async function startProcess() {
  vi.resetModules();
  return import("../../../app/routes/dashboard.gifts.order");
}

describe("§4.18 an upstream that ignores idempotency keys", () => {
  it.each([[{ success: true }], [{ success: true, result: [] }], [{ success: true, result: true }], [{}]])(
    "§4.18 any success of an exchange is a success: %j",
    async (body) => {
      await addTopUps(2);
      shop.replaceReplies(EXCHANGE, body);
      expect(await browser.post(order, ORDER, {})).toMatchObject({ location: "/dashboard/gifts" });
      expect(await countExchanges()).toBe(before + 2);
    },
  );

  it("§4.18 a unit whose answer got lost is found among the spent points and not ordered again", async () => {
    await addTopUps(3);
    shop.loseReplies(EXCHANGE, 1);
    expect(await browser.post(order, ORDER, {})).toMatchObject({ location: "/dashboard/gifts" });
    expect(await countExchanges()).toBe(before + 3);
    expect(await readNotice()).toMatch(/Заказано: 3 подарка, списано 300/);
  });

  it("§4.18 sent by script, a lost unit is found by the next step, which sends the following one", async () => {
    await addTopUps(2);
    await browser.post(order, ORDER, { intent: "start" });
    shop.loseReplies(EXCHANGE, 1);
    const lost = await browser.post(order, ORDER, { intent: "unit" });
    expect(lost.data).toMatchObject({ order: { done: 0, checking: true, sendsAgain: false, question: null } });
    await browser.post(order, ORDER, { intent: "unit" });
    expect(await countExchanges()).toBe(before + 2);
    await browser.post(order, ORDER, { intent: "unit" });
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 a unit that isn't found is never sent again by itself: the participant is asked after a while", async () => {
    await addTopUps(2);
    await browser.post(order, ORDER, { intent: "start" });
    shop.failCalls(EXCHANGE, 1);
    for (let press = 0; press < 5; press++) await browser.post(order, ORDER, { intent: "unit" });
    expect(await countExchanges()).toBe(before);
    // A page without script looks for it, unless the participant has paused the order or is asked.
    const refresh = async () => (await browser.get(showOrder, ORDER)).refresh;
    expect(await refresh()).toBe("15");
    await browser.post(order, ORDER, { intent: "pause" });
    expect(await refresh()).toBeNull();
    await browser.post(order, ORDER, { intent: "unit", resume: "1" });
    passTime(MINUTE + 1_000);
    for (const intent of ["unit", "order", "start"]) await browser.post(order, ORDER, { intent });
    expect(await countExchanges()).toBe(before);
    expect(await refresh()).toBeNull();
    expect(await readOrder()).toMatchObject({
      fresh: false,
      next: expect.stringContaining("Пополнение телефона"),
      question: { price: 100, note: "Номер +7 (900) 123-45-67" },
    });
  });

  it("§4.18 the participant's answer «не оформлен» sends the unit again, once", async () => {
    await addTopUps(2);
    await browser.post(order, ORDER, { intent: "start" });
    shop.failCalls(EXCHANGE, 1);
    await browser.post(order, ORDER, { intent: "unit" });
    // Before the portal has looked for it long enough the answer counts for nothing.
    await browser.post(order, ORDER, { intent: "not-ordered" });
    await browser.post(order, ORDER, { intent: "unit" });
    expect(await countExchanges()).toBe(before);
    passTime(MINUTE + 1_000);
    const decided = await browser.post(order, ORDER, { intent: "not-ordered" });
    expect(decided).toMatchObject({ status: 303, location: ORDER });
    await browser.post(order, ORDER, { intent: "not-ordered" });
    expect(await readOrder()).toMatchObject({ done: 0, checking: false, question: null, fresh: true });
    expect(await browser.post(order, ORDER, {})).toMatchObject({ location: "/dashboard/gifts" });
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 the participant's answer «оформлен» counts the unit without sending it", async () => {
    await addTopUps(2);
    await browser.post(order, ORDER, { intent: "start" });
    shop.failCalls(EXCHANGE, 1);
    await browser.post(order, ORDER, { intent: "unit" });
    passTime(MINUTE + 1_000);
    await browser.post(order, ORDER, { intent: "ordered" });
    expect(await readOrder()).toMatchObject({ done: 1, checking: false });
    expect(await browser.post(order, ORDER, {})).toMatchObject({ location: "/dashboard/gifts" });
    expect(await countExchanges()).toBe(before + 1);
  });

  it("§4.18 the answer «оформлен» about the last unit ends the order", async () => {
    await addTopUps(1);
    await browser.post(order, ORDER, { intent: "start" });
    shop.failCalls(EXCHANGE, 1);
    await browser.post(order, ORDER, { intent: "unit" });
    passTime(MINUTE + 1_000);
    expect(await browser.post(order, ORDER, { intent: "ordered" })).toMatchObject({ location: "/dashboard/gifts" });
    expect(await readNotice()).toMatch(/^Заказано: 1 подарок, списано 100/);
    expect(await countExchanges()).toBe(before);
  });

  it("§4.18 where the spent points can't be read a lost unit is found by the balance", async () => {
    await addTopUps(2);
    shop.failCalls(SPENT, 20, 400);
    shop.loseReplies(EXCHANGE, 1);
    expect(await browser.post(order, ORDER, {})).toMatchObject({ location: "/dashboard/gifts" });
    expect(await countExchanges()).toBe(before + 2);
  });

  it("§4.18 where the spending can't be read at all nothing is sent, and the order waits", async () => {
    await addTopUps(2);
    await browser.post(order, ORDER, { intent: "start" });
    shop.failCalls(SPENT, 1);
    expect((await browser.post(order, ORDER, { intent: "unit" })).data).toEqual({ lost: true });
    shop.failCalls(SPENT, 1);
    expect(await browser.post(order, ORDER, {})).toMatchObject({ status: 303, location: "/500.html" });
    expect(await countExchanges()).toBe(before);
    expect((await readCart()).order).toBe("Оформлено 0 из 2\u00a0подарков.");
    shop.failCalls(SPENT, 1, 401);
    expect(await browser.post(order, ORDER, {})).toMatchObject({ location: "/" });
    expect(await countExchanges()).toBe(before);
  });

  it("§4.18 stopping after a lost unit that was the last says that all is ordered", async () => {
    await addTopUps(1);
    await browser.post(order, ORDER, { intent: "start" });
    shop.loseReplies(EXCHANGE, 1);
    await browser.post(order, ORDER, { intent: "unit" });
    expect(await browser.post(order, ORDER, { intent: "stop" })).toMatchObject({ location: "/dashboard/gifts" });
    expect(await readNotice()).toMatch(/^Заказано: 1 подарок, списано 100/);
    expect((await readCart()).view.units).toBe(0);
  });

  it("§4.18 stopping names the gift in doubt and where to look for it", async () => {
    await addTopUps(2);
    await browser.post(order, ORDER, { intent: "start" });
    shop.failCalls(EXCHANGE, 1);
    await browser.post(order, ORDER, { intent: "unit" });
    expect(await browser.post(order, ORDER, { intent: "stop" })).toMatchObject({ location: CART });
    expect(await readNotice()).toMatch(/не знаем, оформлен ли «Пополнение телефона.*разделе «Баллы»/);
    expect((await readCart()).view.units).toBe(2);
  });

  it("§4.18 two processes of the portal take turns, one of them with an outdated cookie, and order each unit once", async () => {
    await addTopUps(4);
    await browser.post(order, ORDER, { intent: "start" });
    const other = await startProcess();
    const outdated = new Map(browser.cookies);
    await browser.post(order, ORDER, { intent: "unit" });
    await browser.post(other.action, ORDER, { intent: "unit" });
    expect(await countExchanges()).toBe(before + 2);
    for (const [name, value] of outdated) browser.cookies.set(name, value);
    const third = await startProcess();
    await browser.post(third.action, ORDER, { intent: "unit" });
    expect(await countExchanges()).toBe(before + 3);
    expect(await browser.post(third.action, ORDER, {})).toMatchObject({ location: "/dashboard/gifts" });
    expect(await countExchanges()).toBe(before + 4);
  });

  it("§4.18 points that this order doesn't explain stop it until the participant decides", async () => {
    await addTopUps(2);
    await browser.post(order, ORDER, { intent: "start" });
    const elsewhere = await shop.open(MEMBER);
    const here = browser;
    browser = elsewhere;
    await addTopUps(3);
    await browser.post(order, ORDER, {});
    browser = here;
    expect(await countExchanges()).toBe(before + 3);
    const step = await browser.post(order, ORDER, { intent: "unit" });
    expect(step.data).toMatchObject({ order: { done: 0, checking: true } });
    expect(await countExchanges()).toBe(before + 3);
  });
});

describe.each([false, true])("§4.18 a crash in the middle of a batch, with keys honoured: %s", (idempotency) => {
  let crashed: Shop;

  beforeAll(async () => {
    if (idempotency) {
      crashed = shop;
      shop = await openShop();
    }
  });
  afterAll(async () => {
    if (!idempotency) return;
    await shop.close();
    shop = crashed;
  });

  it("§4.18 stopping tells what was ordered and takes it out of the cart", async () => {
    const crashing = await startProcess();
    await crashWith(crashing.action);
    const restarted = await startProcess();
    expect(await browser.post(restarted.action, ORDER, { intent: "stop" })).toMatchObject({ location: CART });
    expect(await readNotice()).toContain("Заказано 1 из 3, списано 100");
    const cart = (await import("../../../app/routes/dashboard.gifts.cart")).loader;
    const { data } = await browser.get(cart, CART);
    expect((data as Awaited<ReturnType<typeof showCart>>).view.units).toBe(2);
    expect(await countExchanges()).toBe(before + 1);
  });

  it("§4.18 continuing orders what is left, and nothing twice", async () => {
    const crashing = await startProcess();
    await crashWith(crashing.action);
    const restarted = await startProcess();
    expect(await browser.post(restarted.action, ORDER, {})).toMatchObject({ location: "/dashboard/gifts" });
    expect(await countExchanges()).toBe(before + 3);
  });

  it("§4.18 stopping says that a unit may be ordered which the process before was sending when it was killed", async () => {
    await addTopUps(2);
    const killed = await startProcess();
    await browser.post(killed.action, ORDER, { intent: "start" });
    const { asked, letGo } = shop.holdCalls(EXCHANGE);
    const unit = browser.postWithoutReply(killed.action, ORDER, { intent: "unit" });
    await asked;
    const restarted = await startProcess();
    expect(await browser.post(restarted.action, ORDER, { intent: "stop" })).toMatchObject({ location: CART });
    letGo();
    await unit;
    expect(await countExchanges()).toBe(before + 1);
    expect(await readNotice()).toMatch(/Мы не знаем, оформлен ли .+ посмотрите списания/);
  });

  it("§4.18 the process that has sent every unit says nothing of a doubt", async () => {
    await addTopUps(2);
    const { action } = await startProcess();
    await browser.post(action, ORDER, { intent: "start" });
    await browser.post(action, ORDER, { intent: "unit" });
    expect(await browser.post(action, ORDER, { intent: "stop" })).toMatchObject({ location: CART });
    expect(await readNotice()).toMatch(/^Заказано 1 из 2, списано 100 .+ Остальное осталось в корзине\.$/);
  });

  /** Orders three units with a process that ends after the first of them, before its reply. */
  async function crashWith(action: typeof order): Promise<void> {
    await addTopUps(3);
    const end = new AbortController();
    const { asked, letGo } = shop.holdCalls(EXCHANGE);
    const work = browser.postWithoutReply(action, ORDER, {}, { signal: end.signal });
    await asked;
    end.abort();
    letGo();
    await work;
    expect(await countExchanges()).toBe(before + 1);
  }
});
