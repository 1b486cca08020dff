import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { addToCart, type Cart, countUnits, emptyCart } from "../../../app/features/cart/cart.server";
import { latestCart, saveLatestCart } from "../../../app/features/cart/latest-cart.server";
import { markUnknown, pauseOrder, startOrder } from "../../../app/features/cart/order.server";
import { handleOrderForm } from "../../../app/features/cart/order-flow.server";
import { setUpstreamUrl } from "../../../app/lib/configuration.server";
import { readNotice } from "../../../app/session/notice.server";
import type { UpstreamCaller } from "../../../app/upstream/caller.server";

// What windows of one person get that send an order, by the statuses of its exchanges.

beforeAll(() => {
  vi.stubEnv("LOG_LEVEL", "silent");
  vi.stubEnv("ORDER_PAUSE_MS", "0");
  vi.stubEnv("SESSION_SECRETS", "tests-tests-tests-tests-tests-tests-tests");
  setUpstreamUrl("http://127.0.0.1:9", { idempotency: true });
  return () => vi.unstubAllEnvs();
});

/** An order of three pieces that has begun. */
function openOrder(): Cart {
  const line = { prize_id: "1", cartCount: 3, selected_additional_fields: [], physical: false };
  return startOrder(addToCart(emptyCart("7"), line), Date.now(), null);
}

/** Sends the form of the order; the upstream gives these statuses one after the other, and success from then on. */
function openWindow(cart: Cart, statuses: number[]) {
  const sent: string[] = [];
  const fetchUpstream: UpstreamCaller["fetchUpstream"] = async ({ headers }) => {
    sent.push(new Headers(headers).get("Idempotency-Key") ?? "");
    const status = statuses.shift() ?? 200;
    const name = status === 401 ? "cts.auth.session_gone" : "cts.error";
    const errors = [{ error_lang_alias: [name], error_display_message: "Подарок закончился." }];
    return Response.json(status === 200 ? { success: true } : { success: false, errors }, { status });
  };
  const shopper = { visit: { caller: { fetchUpstream, token: "token" } }, user: {} };
  const press = async () => {
    const request = { shopper, cart, gifts: new Map(), form: new FormData(), signal: new AbortController().signal };
    return (await handleOrderForm(request as unknown as Parameters<typeof handleOrderForm>[0])) as Response;
  };
  return { sent, press };
}

async function noticeOf(response: Response): Promise<string | undefined> {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0]);
  const request = new Request("http://portal/", { headers: { Cookie: cookies.join("; ") } });
  return (await readNotice(request))?.notice.text;
}

test("§4.18 after a refusal a window that has waited for its turn sends nothing, and the cart has what is left", async () => {
  const cart = openOrder();
  const { sent, press } = openWindow(cart, [200, 422]);
  const [first, second] = await Promise.all([press(), press()]);
  expect(sent).toEqual([`${cart.basketId}-1-3`, `${cart.basketId}-1-2`]);
  for (const { headers } of [first, second]) expect(headers.get("Location")).toBe("/dashboard/gifts/cart");
  expect(await noticeOf(first)).toMatch(/^Заказано 1 из 3, .*Подарок закончился\. Остальное осталось в корзине\.$/);
  expect(await noticeOf(second)).toBeUndefined();
  const left = latestCart(cart);
  expect([left.order, countUnits(left.lines)]).toEqual([null, 2]);
});

test("§4.18 §4.1 an order whose session the upstream ends keeps what was ordered in the browser's cart", async () => {
  const { press } = openWindow(openOrder(), [200, 401]);
  const { headers } = await press();
  expect(headers.get("Location")).toBe("/");
  const cookie = headers.getSetCookie().find((one) => one.startsWith("cart=")) ?? "";
  // Another process of the portal knows of the cart what the cookie says.
  vi.resetModules();
  const { unsealCart } = await import("../../../app/features/cart/cart-cookie.server");
  const kept = await unsealCart(cookie.replace(/^cart=|;.*/g, ""), "7");
  expect([kept?.order?.done, countUnits(kept?.lines ?? [])]).toEqual([1, 2]);
});

/** What is done at each pause of this length, which is over at once. */
function atPauses(length: number, work: () => void): void {
  const { setTimeout: wait } = timers;
  vi.spyOn(timers, "setTimeout").mockImplementation(async (ms, ...rest) => {
    if (ms !== length) return wait(ms, ...rest);
    work();
    return rest[0];
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

const PERSON = { id: 7, promo_group: { system_name: "member" } };

/** Answers what has been spent: nothing, at this balance. */
function showSpending(readBalance: () => number): UpstreamCaller["fetchUpstream"] {
  return async ({ url }) => {
    const result = url.includes("points") ? {} : { ...PERSON, points: { points: readBalance() } };
    return Response.json({ success: true, result });
  };
}

/** Stops an order while the upstream shows this balance, and another one from the pause of a second on. */
async function stopWhile(cart: Cart, first: number, later: number) {
  let [balance, pauses] = [first, 0];
  atPauses(1_000, () => {
    balance = later;
    pauses += 1;
  });
  const fetchUpstream = showSpending(() => balance);
  const form = new FormData();
  form.set("intent", "stop");
  const visit = { caller: { fetchUpstream, token: "token" }, handleErrors: (work: unknown) => work };
  const request = { shopper: { visit, user: {} }, cart, gifts: new Map(), form, signal: new AbortController().signal };
  const response = await handleOrderForm(request as unknown as Parameters<typeof handleOrderForm>[0]);
  const { headers } = response as Response;
  return { to: headers.get("Location"), told: await noticeOf(response as Response), pauses };
}

test("§4.18 an order that another process of the portal carries on isn't stopped between two of its gifts", async () => {
  const carried = openOrder();
  const { to, told } = await stopWhile(carried, 1_000, 900);
  expect([to, told]).toEqual(["/dashboard/gifts/order", "Подарок как раз оформляется. Остановите заказ чуть позже."]);
  expect(latestCart(carried)).toBe(carried);
  const left = openOrder();
  expect(await stopWhile(left, 900, 900)).toMatchObject({ to: "/dashboard/gifts/cart", pauses: 1 });
  expect([latestCart(left).order, countUnits(latestCart(left).lines)]).toEqual([null, 3]);
  // Nobody carries on an order that is paused.
  expect(await stopWhile(pauseOrder(openOrder(), Date.now()), 1_000, 900)).toMatchObject({
    to: "/dashboard/gifts/cart",
    pauses: 0,
  });
});

test("§4.18 a pause counts at once also while a gift is only looked for", async () => {
  setUpstreamUrl("http://127.0.0.1:9", { idempotency: false });
  const line = { prize_id: "1", cartCount: 3, selected_additional_fields: [], physical: false };
  const spent = { balance: 1_000, entries: 0, sum: 0 };
  const cart = markUnknown(startOrder(addToCart(emptyCart("7"), line), Date.now(), spent), Date.now());
  let looks = 0;
  atPauses(2_000, () => {
    looks += 1;
    saveLatestCart(latestCart(cart), pauseOrder(latestCart(cart), Date.now()));
  });
  const visit = { caller: { fetchUpstream: showSpending(() => 1_000), token: "token" } };
  const { signal } = new AbortController();
  const request = { shopper: { visit, user: {} }, cart, gifts: new Map(), form: new FormData(), signal };
  const response = await handleOrderForm(request as unknown as Parameters<typeof handleOrderForm>[0]);
  expect([(response as Response).headers.get("Location"), looks]).toEqual(["/dashboard/gifts/order", 1]);
  expect(latestCart(cart).order).toMatchObject({ paused: true, done: 0 });
  setUpstreamUrl("http://127.0.0.1:9", { idempotency: true });
});
