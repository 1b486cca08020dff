import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../../club/people/accounts/password";
import { PASSWORD } from "../../club/club-people";
import { report, saleOf } from "../../club/sales/deals/recall";
import { addDistributor, type Distributor } from "../../club/sales/deals/reports";
import { openTestClub, type TestClub } from "../../setup/club";
import { LOW_COST } from "../../setup/low-cost-password";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { openBrowser } from "../../setup/portal-browser";

let club: TestClub;
let portal: TestPortal;
let people: Distributor;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ work: false, settings: { pointsPendingDays: 14 } });
  portal = await openTestPortal(club, { extensions: true });
  people = await addDistributor(club);
  await club.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(PASSWORD, LOW_COST) })
    .execute();
  await report(club, people, [saleOf(people, { count: "10" })]);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** With ordinary spaces in place of no-break ones. */
const plain = (node: Element | null | undefined) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();
/** A day after today, as the portal writes it. */
function inDays(days: number): string {
  const date = new Date(club.clock.now().getTime() + days * 86_400_000);
  return date.toLocaleDateString("ru-RU", {
    timeZone: "Europe/Moscow",
    day: "2-digit",
    month: "2-digit",
    year: "2-digit",
  });
}

test("§3.10 points of a sale that can't be spent yet aren't in the balance; the page and the statement name their day", async () => {
  const [member] = people.members;
  const browser = openBrowser(portal, await portal.logIn(member.phone, PASSWORD));
  const points = await browser.open("/dashboard/points");
  expect(plain(points.document.querySelector("main .card"))).toContain("0 баллов");
  const notice = [...points.document.querySelectorAll("main .notice")].map(plain).join();
  expect(notice).toContain(`Станут доступны ${inDays(14)}: 50 баллов`);
  const [accrual] = points.document.querySelectorAll("#added tbody tr:not(.feed-day)");
  expect(plain(accrual)).toContain(`Можно потратить с ${inDays(14)}`);

  const statement = await browser.open("/dashboard/points/statement");
  const [sale] = statement.document.querySelectorAll("main tbody tr");
  expect(plain(sale)).toContain(`Можно потратить с ${inDays(14)}`);
  // A shop buys what the report calls a sale.
  expect(plain(sale?.children[1])).toBe("Покупки");
  const seller = openBrowser(portal, await portal.logIn(people.managers[0].phone, PASSWORD));
  const sold = await seller.open("/dashboard/points/statement");
  expect(plain(sold.document.querySelector("main tbody tr")?.children[1])).toBe("Продажи");
});
