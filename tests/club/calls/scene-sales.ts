import { findAct } from "../../../club/operators/operator-parts";
import { runAct } from "../../../club/platform/acts/run-act";
import { expirePoints } from "../../../club/points/expire-points";
import { processReport } from "../../../club/sales/deals/process-report";
import { importReport } from "../../../contract/deals";
import { previewReport } from "../../../contract/report-previews";
import { acceptSaleClaim, claimSale, refuseSaleClaim } from "../../../contract/sale-claims";
import { HEADERS, makeCsv, type Sale } from "../../files/report-files";
import type { TestClub } from "../../setup/club";
import { credit } from "../points/people";
import { photo } from "../sales/deals/claims";
import { ARTICLES } from "../sales/deals/reports";
import { inns, type People, type PersonName } from "./scene-people";

export interface Sales {
  /** Reports by the curator and the month; `waiting` waits for an operator. */
  readonly reports: Readonly<Record<"january" | "february" | "march" | "otherFebruary" | "otherMarch", string>>;
  /** Files that are only looked at. */
  readonly previews: Readonly<Record<"curator" | "otherCurator", string>>;
  /** Claims of sales by who made them, and `accepted` and `refused` ones of the shop. */
  readonly claims: Readonly<Record<"shop" | "manager" | "otherShop" | "accepted" | "refused", string>>;
}

const WITH_DOCUMENTS = { ...HEADERS, document: "Документ" };

/** A row of a report: two pieces of the first article to the shop, unless told otherwise. */
export function saleOf(people: People, date: string, changes: Partial<Sale> = {}): Sale {
  const manager = people.manager.phone;
  const [article] = ARTICLES;
  const sold = { articleCode: article.code, articleName: article.name, count: "2", document: `УПД ${date}` };
  return { date, manager, shop: "Гараж", inn: inns.shop, ...sold, ...changes };
}

/** The same sale by the other distributor to its shop. */
export const otherSaleOf = (people: People, date: string, changes: Partial<Sale> = {}) =>
  saleOf(people, date, { manager: people.otherManager.email, inn: inns.otherShop, ...changes });

/** A report's file. */
export function fileOf(sales: readonly Sale[], name: string): File {
  return new File([new Uint8Array(makeCsv(sales, { headers: WITH_DOCUMENTS }))], name, { type: "text/csv" });
}

/** Earns points, reports three months of one distributor and two of the other, and claims what the reports lack. */
export async function addSales(club: TestClub, people: People): Promise<Sales> {
  await earn(club, people, "2025-04-06T08:30:00Z", 400);
  await earn(club, people, "2026-01-05T08:30:00Z", 20_000);
  const [, nickel, brush] = ARTICLES;
  const second = { manager: people.secondManager.phone, inn: inns.secondShop };
  const january = await report(club, people, "curator", "2026-02-02T08:30:00Z", "январь.csv", [
    saleOf(people, "2025-12-31"),
    saleOf(people, "2026-01-01", { count: "3" }),
    saleOf(people, "2026-01-16", { inn: inns.shopBranch, articleCode: nickel.code, articleName: nickel.name }),
    saleOf(people, "2026-01-31", second),
    saleOf(people, "2026-01-20", { articleCode: "НЕТ-ТАКОГО" }),
    saleOf(people, "2026-01-21", { inn: "12345" }),
  ]);
  const february = await report(club, people, "curator", "2026-02-28T21:30:00Z", "февраль.csv", [
    saleOf(people, "2026-01-31"),
    saleOf(people, "2026-02-01", { count: "10" }),
    saleOf(people, "2026-02-14", { inn: inns.newcomer, count: "5" }),
    saleOf(people, "2026-02-27", { ...second, articleCode: brush.code, articleName: brush.name }),
    saleOf(people, "2026-01-01", { count: "3" }),
  ]);
  const otherFebruary = await report(club, people, "otherCurator", "2026-02-28T08:30:00Z", "другой февраль.csv", [
    otherSaleOf(people, "2026-01-31"),
    otherSaleOf(people, "2026-02-01", { count: "10" }),
    otherSaleOf(people, "2026-02-27", { articleCode: nickel.code, articleName: nickel.name }),
    otherSaleOf(people, "2026-02-03", { articleCode: "НЕТ-ТАКОГО" }),
  ]);
  const claims = await addClaims(club, people);
  const march = await report(club, people, "curator", "2026-03-17T07:30:00Z", "март.csv", [
    saleOf(people, "2026-03-01", { count: "7" }),
    saleOf(people, "2026-03-16", { ...second, count: "4" }),
  ]);
  const otherMarch = await report(club, people, "otherCurator", "2026-03-18T07:30:00Z", "другой март.csv", [
    otherSaleOf(people, "2026-03-01", { count: "6" }),
  ]);
  await addDebts(club, people);
  club.clock.stop("2026-03-19T04:23:00Z");
  await expirePoints(club.club.services);
  club.clock.stop("2026-03-20T06:30:00Z");
  const previews = {
    curator: await preview(club, people, "curator", [saleOf(people, "2026-03-01", { count: "9" })]),
    otherCurator: await preview(club, people, "otherCurator", [otherSaleOf(people, "2026-03-01", { count: "8" })]),
  };
  return { reports: { january, february, march, otherFebruary, otherMarch }, previews, claims };
}

async function earn(club: TestClub, people: People, at: string, amount: number): Promise<void> {
  club.clock.stop(at);
  const common = { amount, reason: "correction", reference: `earned:${at}`, action: "Начислено" } as const;
  const names = ["curator", "manager", "shop", "secondShop", "otherManager", "otherShop"] as const;
  await credit(
    club,
    names.map((name, index) => ({
      ...common,
      amount: amount + index,
      userId: people[name].id,
      createdAt: new Date(at),
    })),
  );
}

async function report(
  club: TestClub,
  people: People,
  by: PersonName,
  at: string,
  name: string,
  sales: readonly Sale[],
): Promise<string> {
  club.clock.stop(at);
  const { id } = await club.ask(importReport, {}, { token: people[by].token, files: { file: fileOf(sales, name) } });
  await processReport(club.club.services, Number(id));
  return id;
}

/** Looks at a file with a sale that was counted otherwise, a new one and a wrong one. */
async function preview(club: TestClub, people: People, by: "curator" | "otherCurator", sales: readonly Sale[]) {
  const make = by === "curator" ? saleOf : otherSaleOf;
  const rows = [...sales, make(people, "2026-03-19"), make(people, "2026-03-18", { articleCode: "НЕТ-ТАКОГО" })];
  const file = fileOf(rows, `проверка ${by}.csv`);
  return (await club.ask(previewReport, {}, { token: people[by].token, files: { file } })).id;
}

/** What a claim of a sale says: the day before a counted one, of the same article. */
export function claimOf(people: People, sell_date: string, by: "curator" | "otherCurator" = "curator") {
  const curator_id = String(people[by].id);
  const inn = by === "curator" ? inns.shop : inns.otherShop;
  const sold = { article_code: ARTICLES[0].code, sell_count: 4, document_number: `УПД-${sell_date}`, comment: "Нет" };
  return { ...sold, sell_date, curator_id, inn };
}

async function addClaims(club: TestClub, people: People): Promise<Sales["claims"]> {
  const { shop, manager, otherShop, curator } = people;
  const make = async (at: string, { token }: { token: string }, input: ReturnType<typeof claimOf>) => {
    club.clock.stop(at);
    return (await club.ask(claimSale, input, { token, files: { photo: photo() } })).id;
  };
  const accepted = await make("2026-03-01T08:30:00Z", shop, claimOf(people, "2026-02-10"));
  const refused = await make("2026-03-01T21:30:00Z", shop, claimOf(people, "2026-02-11"));
  const ofShop = await make("2026-03-02T08:30:00Z", shop, claimOf(people, "2026-02-02"));
  const ofManager = await make("2026-03-02T21:30:00Z", manager, claimOf(people, "2026-02-12"));
  const ofOther = await make("2026-03-03T08:30:00Z", otherShop, claimOf(people, "2026-02-02", "otherCurator"));
  club.clock.stop("2026-03-04T08:30:00Z");
  const { article_code, sell_count } = claimOf(people, "");
  const answer = { id: accepted, article_code, sell_count, sell_date: "2026-02-10", manager_id: String(manager.id) };
  await club.ask(acceptSaleClaim, answer, { token: curator.token });
  await club.ask(refuseSaleClaim, { id: refused, reason: "Документ не читается" }, { token: curator.token });
  return { shop: ofShop, manager: ofManager, otherShop: ofOther, accepted, refused };
}

async function addDebts(club: TestClub, people: People): Promise<void> {
  const at = new Date("2026-03-05T08:30:00Z");
  const debt = { action: "Возврат", reason: "return", created_at: at } as const;
  await club.db
    .insertInto("debts")
    .values([
      { ...debt, user_id: people.secondManager.id, amount: 30, amount_left: 12, reference: "return:1" },
      { ...debt, user_id: people.secondManager.id, amount: 9, amount_left: 9, reference: "return:2" },
      { ...debt, user_id: people.otherManager.id, amount: 7, amount_left: 7, reference: "return:3" },
    ])
    .execute();
}

/** Does an act as the command line does. */
export function runByShell(club: TestClub, name: string, input: Parameters<typeof runAct>[3]) {
  return runAct(club.club.services, { kind: "shell", user: "test" }, findAct(name), input);
}
