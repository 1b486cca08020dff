import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatDate } from "../../../app/lib/dates.server";
import { addDays, moscowDate } from "../../../club/platform/moscow-date";
import { addPerson, PASSWORD } from "../../club/club-people";
import { csv, type Desk, openDesk } from "../../club/gifts/orders/operator-desk";
import { placeOrder, prizeOf } from "../../club/gifts/orders/place-order";
import { openTestClub, type TestClub } from "../../setup/club";
import { type BothPortals, openBothPortals, type TestPortal } from "../../setup/portal";
import { openBrowser, type PortalBrowser } from "../../setup/portal-browser";

let club: TestClub;
let portals: BothPortals;
let portal: TestPortal;
let specified: TestPortal;
let desk: Desk;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub();
  desk = await openDesk(club);
  portals = await openBothPortals(club);
  ({ portal, specified } = portals);
});
afterAll(async () => {
  await portals?.close();
  await club?.close();
});

const POINTS = "/dashboard/points";
const sheet = (id: number) => `/dashboard/points/orders/${id}`;
const textOf = ({ document }: { document: Document }) => document.querySelector("main")?.textContent ?? "";

async function open() {
  const person = await addPerson(club);
  const cookie = await portal.logIn(person.phone, PASSWORD);
  const token = await person.logIn();
  const order = async (kind: "giftery" | "souvenir" | "card", basket?: string) =>
    (await placeOrder(club, kind, { id: person.id, token, phone: person.phone, email: person.email }, basket)).id;
  return { person, cookie, order, browser: openBrowser(portal, cookie) as PortalBrowser };
}

/** When the code of an order was first looked at. */
async function readFirstShown(orderId: number) {
  const { first_shown_at } = await club.db
    .selectFrom("certificate_codes")
    .select("first_shown_at")
    .where("exchange_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return first_shown_at;
}

test("§3.10 the points page has the number of each order, why it was refused, and where the gift is", async () => {
  const { order, browser } = await open();
  const [refused, sent, ready] = [await order("card"), await order("souvenir"), await order("souvenir")];
  await desk.act("refuse-order", { order: String(refused), reason: "Карта закрыта" });
  await desk.act("set-tracking", { order: String(sent), number: "TRACK-77" });
  await desk.act("ready-for-pickup", { order: String(ready) });
  const page = await browser.open(POINTS);
  const rows = [...page.document.querySelectorAll("#spent tbody tr:not(.feed-day)")].map(
    (row) => row.textContent ?? "",
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(new RegExp(`№\u00a0${ready}.*Ждёт в пункте выдачи Москва`));
  expect(rows[1]).toMatch(new RegExp(`№\u00a0${sent}.*Отправлено Отправление TRACK-77`));
  expect(rows[2]).toMatch(new RegExp(`№\u00a0${refused}.*Отклонено Карта закрыта`));
  const back = [...page.document.querySelectorAll("#added tbody a")].map((link) => link.getAttribute("href"));
  expect(back).toEqual([sheet(refused)]);
  expect(page.document.getElementById(`order-${refused}`)?.textContent).toContain("Карта закрыта");
  const receipt = await browser.open(sheet(refused));
  expect(receipt.document.querySelector("main a")?.getAttribute("href")).toBe(`${POINTS}#order-${refused}`);
  expect(receipt.document.querySelector("h1")?.textContent).toBe(`Заказ №\u00a0${refused}`);
  expect(textOf(receipt)).toContain("Карта закрыта");
  expect(textOf(receipt)).toContain("•••• 0004");
});

test("§2.5.2 what one press has ordered is one order with a number, its state, and the day by which it usually comes", async () => {
  const { order, browser } = await open();
  await order("card");
  const press = randomUUID();
  const [cap, certificate, payout] = [
    await order("souvenir", press),
    await order("giftery", press),
    await order("card", press),
  ];
  await desk.act("refuse-order", { order: String(payout), reason: "Карта закрыта" });
  await desk.act("issue-certificate", { order: String(certificate), code: "PRESS-77" });
  const page = await browser.open(POINTS);
  const rows = [...page.document.querySelectorAll("#spent tbody tr:not(.feed-day):not(.table-details)")];
  expect(rows).toHaveLength(2);
  const usually = formatDate(addDays(moscowDate(club.clock.now()), 14));
  expect(rows[0]?.textContent).toContain("Заказ, 3\u00a0подарка");
  expect(rows[0]?.textContent).toContain(`№\u00a0${cap}`);
  expect(rows[0]?.textContent).toMatch(new RegExp(`Новая.*Выполнено 1 из 3\\. .*к\u00a0${usually}.*Карта закрыта`));
  for (const unit of [cap, certificate, payout]) {
    expect(page.document.querySelectorAll(`#order-${unit}`)).toHaveLength(1);
  }

  // Whichever unit is opened, the sheet is that of the whole order.
  for (const unit of [cap, payout]) {
    const receipt = await browser.open(sheet(unit));
    expect(receipt.document.querySelector("h1")?.textContent).toBe(`Заказ №\u00a0${cap}`);
    expect(receipt.document.querySelectorAll(".work-order > ul > li")).toHaveLength(3);
    expect(textOf(receipt)).toContain("Карта закрыта");
    // The refused unit's points are back, so that two are paid.
    expect(receipt.document.querySelector(".work-order-total")?.textContent).toMatch(/Списано 1\s?000/);
    expect(receipt.text).not.toContain("PRESS-77");
  }
  const pressed = await browser.submit({}, "Показать код");
  expect(textOf(pressed)).toContain("PRESS-77");
});

test("§3.6 a certificate's code is shown by a press without script, and stands in no page that is just opened", async () => {
  const { person, order, browser } = await open();
  const id = await order("giftery");
  const codes = ["Подарок;Код;PIN", `${await prizeOf(club, "giftery")};LOOK-4242;0099`];
  expect((await browser.open(sheet(id))).text).not.toContain("Показать код");
  await desk.act("add-certificate-codes", { file: csv("codes.csv", codes) });
  await desk.act("issue-certificates");
  const opened = await browser.open(sheet(id));
  expect(opened.text).toContain("Показать код");
  expect(opened.text).not.toContain("LOOK-4242");
  const pressed = await browser.submit({}, "Показать код");
  expect([pressed.status, textOf(pressed)]).toEqual([200, expect.stringContaining("LOOK-4242")]);
  expect(textOf(pressed)).toContain("0099");
  expect((await browser.open(sheet(id))).text).not.toContain("LOOK-4242");
  const headers = { Cookie: (await portal.logIn(person.phone, PASSWORD)) ?? "" };
  const { headers: sent } = await portal.ask(sheet(id), { headers });
  expect(sent.get("Cache-Control")).toBe("private, no-store");
  expect(await readFirstShown(id)).not.toBeNull();
});

test("§6.4 somebody else's order and its code are as unknown as none", async () => {
  const { order } = await open();
  const id = await order("giftery");
  await desk.act("issue-certificate", { order: String(id), code: "FOREIGN-1" });
  const stranger = await open();
  expect((await stranger.browser.open(sheet(id))).status).toBe(404);
  expect((await stranger.browser.open(sheet(999_999))).status).toBe(404);
  const pressed = await portal.ask(sheet(id), { method: "POST", headers: { Cookie: stranger.cookie }, body: "" });
  expect(await pressed.text()).not.toContain("FOREIGN-1");
  expect(await readFirstShown(id)).toBeNull();
});

test("§7.1 before an upstream without orders one by one, the sheet leads to the points", async () => {
  const { person, order } = await open();
  const id = await order("giftery");
  const browser = openBrowser(specified, await specified.logIn(person.phone, PASSWORD));
  const page = await browser.open(sheet(id));
  expect([page.status, page.location]).toEqual([302, POINTS]);
  await desk.act("issue-certificate", { order: String(id), code: "UNASKED-1" });
  const pressed = await browser.post(sheet(id), new URLSearchParams());
  expect([pressed.status, pressed.location]).toEqual([303, POINTS]);
  expect(await readFirstShown(id)).toBeNull();
});
