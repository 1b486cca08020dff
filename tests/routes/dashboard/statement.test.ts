import { afterAll, beforeAll, expect, test } from "vitest";
import { MOVED } from "../../../club/points/day-limits";
import { creditPoints, spendPoints } from "../../../club/points/ledger";
import { readPointsStatement, STATEMENT_ROWS } from "../../../contract/overviews";
import { addPerson, PASSWORD } from "../../club/club-people";
import { type Desk, openDesk } from "../../club/gifts/orders/operator-desk";
import { placeOrder } from "../../club/gifts/orders/place-order";
import { openTestClub, type TestClub } from "../../setup/club";
import { type BothPortals, openBothPortals, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";

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
const ofMonth = (month: string) => `${POINTS}/statement?month=${month}`;
/** With ordinary spaces in place of no-break ones. */
const plain = (node: Element | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
const rowsOf = (document: Document) =>
  [...document.querySelectorAll("main tbody tr")].map((row) => [...row.children].map(plain));
const figuresOf = (document: Document) => [...document.querySelectorAll("main .card dd")].map(plain);

/** A shop with points of January and March 2025, an hour before and after midnight in Moscow. */
async function openShop() {
  const person = await addPerson(club, { role: "member", last_name: "Сверлова", first_name: "Анна" });
  const entry = (reference: string, amount: number, at: string) => ({
    userId: person.id,
    amount,
    reason: "correction" as const,
    reference,
    action: `Запись ${reference}`,
    createdAt: new Date(at),
  });
  await club.db.transaction().execute(async (trx) => {
    await creditPoints(trx, MOVED, [
      entry("first", 300, "2025-01-31T20:30:00Z"),
      entry("second", 40, "2025-03-31T20:30:00Z"),
    ]);
    await spendPoints(trx, entry("taken", 100, "2025-03-02T09:00:00Z"));
    await creditPoints(trx, MOVED, [entry("next", 7, "2025-03-31T21:30:00Z")]);
  });
  const browser = openBrowser(portal, await portal.logIn(person.phone, PASSWORD));
  return { person, browser };
}

test("§3.10 a participant reads the points of a month: what there was, every entry, and what is left", async () => {
  const { browser } = await openShop();
  const { document, headers } = await browser.open(ofMonth("2025-03"));
  expect(headers.get("Cache-Control")).toBe("private, no-store");
  expect(plain(document.querySelector("h1"))).toBe("Выписка за март 2025 г.");
  expect(plain(document.querySelector(".lead"))).toContain("Сверлова Анна");
  expect(figuresOf(document)).toEqual(["300 баллов", "40 баллов", "100 баллов", "240 баллов"]);
  expect(rowsOf(document)).toEqual([
    ["02.03.25", "Исправления", "Запись taken", "−100", "200"],
    ["31.03.25", "Исправления", "Запись second", "+40", "240"],
  ]);
});

test("§3.10 the months before and after join: neighbours are linked, an empty month says so, the first has none before", async () => {
  const { browser } = await openShop();
  const links = (document: Document) =>
    [...document.querySelectorAll("main nav[aria-label='Соседние месяцы'] a")].map((link) => link.getAttribute("href"));
  const first = await browser.open(ofMonth("2025-01"));
  expect(figuresOf(first.document)).toEqual(["0 баллов", "300 баллов", "0 баллов", "300 баллов"]);
  expect(links(first.document)).toEqual([ofMonth("2025-02")]);
  const empty = await browser.open(ofMonth("2025-02"));
  expect(figuresOf(empty.document)).toEqual(["300 баллов", "0 баллов", "0 баллов", "300 баллов"]);
  expect(plain(empty.document.querySelector("main"))).toContain("В этом месяце движений не было");
  expect(links(empty.document)).toEqual([ofMonth("2025-01"), ofMonth("2025-03")]);
  const picker = empty.document.querySelector("form[role=search] select");
  expect(plain(picker?.querySelector("option:last-child"))).toBe("январь 2025 г.");
  const chosen = await browser.submit({ month: "2025-04" }, "Показать");
  expect(figuresOf(chosen.document)).toEqual(["240 баллов", "7 баллов", "0 баллов", "247 баллов"]);
  // After the month that it is now comes none.
  const now = await browser.open(`${POINTS}/statement`);
  expect(links(now.document)).toHaveLength(1);
});

test("§3.10 a month that hasn't come and one that isn't there are refused, and the others are offered", async () => {
  const { browser, person } = await openShop();
  for (const [month, words] of [
    ["2999-01", "ещё не наступил"],
    ["2025-13", "Такого месяца нет"],
    ["март", "Такого месяца нет"],
  ] as const) {
    const { status, document } = await browser.open(ofMonth(month));
    expect([status, plain(document.querySelector("main [role=alert]"))]).toEqual([400, expect.stringContaining(words)]);
    expect(document.querySelector("main .card")).toBeNull();
    expect(document.querySelectorAll("select[name=month] option").length).toBeGreaterThan(10);
  }
  const token = await person.logIn();
  expect(await club.call(readPointsStatement, { month: "2999-01" }, { token })).toMatchObject({ status: 422 });
});

test("§3.10 §3.7 a statement names the order that was paid and the one whose points came back", async () => {
  const { person, browser } = await openShop();
  const { id } = await placeOrder(club, "card", { ...person, token: await person.logIn() });
  await desk.act("refuse-order", { order: String(id), reason: "Карта закрыта" });
  const { document } = await browser.open(`${POINTS}/statement`);
  const links = [...document.querySelectorAll("main tbody a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual([`${POINTS}/orders/${id}`, `${POINTS}/orders/${id}`]);
});

test("§3.10 a month of more entries than a page goes on, and its sums are those of the whole month", async () => {
  const person = await addPerson(club, { role: "manager" });
  const count = STATEMENT_ROWS + 3;
  await club.db.transaction().execute((trx) =>
    creditPoints(
      trx,
      MOVED,
      Array.from({ length: count }, (_, index) => ({
        userId: person.id,
        amount: 2,
        reason: "correction" as const,
        reference: `row:${index}`,
        action: `Строка ${index}`,
        createdAt: new Date(Date.UTC(2025, 4, 10, 9, 0, index)),
      })),
    ),
  );
  const browser = openBrowser(portal, await portal.logIn(person.phone, PASSWORD));
  const first = await browser.open(ofMonth("2025-05"));
  expect(rowsOf(first.document)).toHaveLength(STATEMENT_ROWS);
  const second = await browser.open(`${ofMonth("2025-05")}&page=2`);
  expect(figuresOf(second.document)).toEqual(figuresOf(first.document));
  expect(rowsOf(second.document).map((cells) => cells.at(-1))).toEqual(
    [1, 2, 3].map((row) => String((STATEMENT_ROWS + row) * 2)),
  );
});

test("§6.4 nobody reads somebody else's statement, and a guest none", async () => {
  await openShop();
  const { browser } = await openShop();
  const { document } = await browser.open(ofMonth("2025-03"));
  expect(rowsOf(document)).toHaveLength(2);
  expect((await openBrowser(portal).open(ofMonth("2025-03"))).location).toBe("/");
});

test("§7.1 before an upstream without statements there is no link, and the address leads to the points", async () => {
  const { person, browser } = await openShop();
  const link = `a[href='${POINTS}/statement']`;
  expect((await browser.open(POINTS)).document.querySelector(link)).not.toBeNull();
  const other = openBrowser(specified, await specified.logIn(person.phone, PASSWORD));
  expect((await other.open(POINTS)).document.querySelector(link)).toBeNull();
  expect((await other.open(ofMonth("2025-03"))).location).toBe(POINTS);
});

test("§3.10 the operator's statement of a person has the same figures as the participant's", async () => {
  const { person, browser } = await openShop();
  const { document } = await browser.open(ofMonth("2025-03"));
  const { lines, table } = await desk.act("person-statement", {
    person: String(person.id),
    from: "2025-03-01",
    to: "2025-03-31",
  });
  const numbers = figuresOf(document).map((figure) => figure.replace(/\D/g, ""));
  expect(lines[1]?.match(/\d+/g)).toEqual(numbers);
  expect(table?.rows.map(({ cells }) => cells.slice(2))).toEqual([
    ["Запись taken", "-100", "200"],
    ["Запись second", "40", "240"],
  ]);
});
