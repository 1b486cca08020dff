import type { PortalBrowser } from "../../setup/portal-browser";
import type { FormSample, Scene } from "./form-sample";
import { loginResults } from "./values";

const CART = "/dashboard/gifts/cart";
const ORDER = "/dashboard/gifts/order";

/** @throws when the form is refused */
async function post(browser: PortalBrowser, path: string, fields: Record<string, string>): Promise<void> {
  const { status, text } = await browser.post(path, new URLSearchParams(fields));
  if (status === 400) throw new Error(`${path} refuses ${JSON.stringify(fields)}: ${text}`);
}

const addCard = (browser: PortalBrowser) =>
  post(browser, "/dashboard/gifts/card", {
    prize_id: "5",
    recipient: "4276 0000 0000 0017",
    operator: "PETR PETROV",
  });
const addShirt = (browser: PortalBrowser) =>
  post(browser, "/dashboard/gifts/19", { prize_id: "19", cartCount: "2", size: "M" });
const addMug = (browser: PortalBrowser) => post(browser, "/dashboard/gifts/15", { prize_id: "15" });

async function startOrder(browser: PortalBrowser) {
  await addCard(browser);
  await post(browser, ORDER, { intent: "start" });
}

async function pauseOrder(browser: PortalBrowser) {
  await startOrder(browser);
  await post(browser, ORDER, { intent: "pause" });
}

/** Nobody knows whether the unit was ordered, and the portal has looked for it long enough. */
async function loseUnit(browser: PortalBrowser, { upstream, pass }: Scene) {
  await startOrder(browser);
  upstream.answer((call) => (call === "POST prize/exchange" ? { status: 500, json: {} } : undefined));
  await post(browser, ORDER, { intent: "unit" });
  upstream.answer(undefined);
  pass(10 * 60_000);
}

/** Gifts, the cart and the order. */
export const giftForms: readonly FormSample[] = [
  {
    route: "routes/dashboard.gifts.$id",
    what: "phone",
    path: "/dashboard/gifts/phone",
    who: "member",
    values: { prize_id: "1", cartCount: "2", recipient: "8 912 200-00-01", operator: "1" },
    wrong: { operator: " " },
  },
  {
    route: "routes/dashboard.gifts.$id",
    what: "card",
    path: "/dashboard/gifts/card",
    who: "member",
    values: { prize_id: "5", cartCount: "1", recipient: "4276 0000 0000 0017", operator: "PETR PETROV" },
    also: {
      "too many": { cartCount: "1000" },
      none: { cartCount: "0" },
      "a card number with a wrong digit": { recipient: "4276 0000 0000 0018" },
    },
  },
  {
    route: "routes/dashboard.gifts.$id",
    what: "souvenir with sizes",
    path: "/dashboard/gifts/19",
    who: "member",
    values: { prize_id: "19", cartCount: "1", size: "M" },
  },
  {
    route: "routes/dashboard.gifts.$id",
    what: "while an order is under way",
    path: "/dashboard/gifts/15",
    who: "member",
    values: { prize_id: "15", cartCount: "1" },
    before: startOrder,
  },
  {
    route: "routes/dashboard.gifts.cart",
    what: "count",
    path: CART,
    showsNext: true,
    who: "member",
    values: { intent: "count", line: "1", cartCount: "3" },
    also: { none: { cartCount: "0" }, "no number": { cartCount: "много" } },
    before: addShirt,
  },
  {
    route: "routes/dashboard.gifts.cart",
    what: "delete",
    path: CART,
    showsNext: true,
    who: "member",
    values: { intent: "delete", line: "1" },
    before: addShirt,
  },
  {
    route: "routes/dashboard.gifts.cart",
    what: "return",
    path: CART,
    showsNext: true,
    who: "member",
    values: { intent: "return", line: "1" },
    async before(browser) {
      await addShirt(browser);
      await post(browser, CART, { intent: "delete", line: "1" });
    },
  },
  {
    route: "routes/dashboard.gifts.cart",
    what: "clear",
    path: CART,
    showsNext: true,
    who: "member",
    values: { intent: "clear" },
    before: addShirt,
  },
  {
    route: "routes/dashboard.gifts.cart",
    what: "restore",
    path: CART,
    showsNext: true,
    who: "member",
    values: { intent: "restore", sealed: "not a cart of this portal" },
  },
  {
    route: "routes/dashboard.gifts.delivery",
    path: "/dashboard/gifts/delivery?delivery_city=Казань",
    who: "member",
    values: { delivery_city: "Казань", cdek_pvz_code: "KZN11" },
    wrong: { delivery_city: " ", cdek_pvz_code: "KZN99" },
    reads: ["GET prize/delivery/address/suggest"],
    before: addMug,
  },
  {
    route: "routes/dashboard.gifts.delivery",
    what: "nearest",
    path: "/dashboard/gifts/delivery?delivery_city=Казань",
    who: "member",
    values: { intent: "nearest", delivery_city: "Казань", latitude: "55.79", longitude: "49.11" },
    reads: ["GET prize/delivery/address/suggest"],
    before: addMug,
  },
  {
    route: "routes/dashboard.gifts.goal",
    path: "/dashboard/gifts/goal",
    who: "member",
    values: { prize_id: "19" },
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "order",
    path: ORDER,
    who: "member",
    values: { intent: "order" },
    withoutOutage: true,
    before: addCard,
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "order of what needs delivery",
    path: ORDER,
    who: "member",
    values: { intent: "order" },
    withoutOutage: true,
    before: addMug,
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "start",
    path: ORDER,
    who: "member",
    values: { intent: "start" },
    also: { "another cart": { basket: "another" }, "another sum": { total: "1" } },
    before: addCard,
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "start without a cart",
    path: ORDER,
    who: "member",
    values: { intent: "start" },
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "unit",
    path: ORDER,
    who: "member",
    values: { intent: "unit" },
    before: startOrder,
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "pause",
    path: ORDER,
    who: "member",
    values: { intent: "pause" },
    before: startOrder,
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "stop",
    path: ORDER,
    who: "member",
    values: { intent: "stop" },
    before: pauseOrder,
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "ordered",
    path: ORDER,
    who: "member",
    values: { intent: "ordered" },
    before: loseUnit,
  },
  {
    route: "routes/dashboard.gifts.order",
    what: "not-ordered",
    path: ORDER,
    who: "member",
    values: { intent: "not-ordered" },
    before: loseUnit,
  },
  {
    route: "routes/dashboard.gifts.password",
    path: "/dashboard/gifts/password",
    who: "member",
    values: { password: "club-demo-1" },
    wrong: { password: " " },
    results: loginResults,
  },
  { route: "routes/dashboard.gifts.seen", path: "/dashboard/gifts/seen", who: "member" },
  {
    route: "routes/dashboard.points_.orders.$id",
    path: "/dashboard/points/orders/12",
    who: "member",
    results: {
      "GET prize/orders/{id}": { id: 12, number: 12, name: "Сертификат", status: "completed", has_code: true },
      "POST prize/orders/{id}/code": { code: "GIFT-0001", pin: "42" },
    },
  },
];
