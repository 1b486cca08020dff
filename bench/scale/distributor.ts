import { sql } from "kysely";
import type { Club } from "../../club/club";
import { processReport } from "../../club/sales/deals/process-report";
import { importReport, listReports } from "../../contract/deals";
import { exchangePrize } from "../../contract/prizes";
import { makeCsv } from "../../tests/files/report-files";
import { addPerson, callClub, openSession } from "../data/open-bench-club";
import type { Sellers } from "./fill-ledger";

export const REPORT_ROWS = 1_000;
const MANAGERS = 20;
const SHOPS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Variables of a club in which one person may order and report as much as a bench does. */
export const NO_LIMITS = {
  CLUB_DOCUMENTS_LIMIT: "1000000000",
  REPORT_POINTS_LIMIT: "1000000000",
  REPORT_POINTS_PER_DAY: "1000000000",
  POINTS_PER_DAY: "1000000000",
};

/** @returns a function that orders the cheapest top-up for whoever has the token */
export async function createOrder(club: Club): Promise<(token: string) => Promise<unknown>> {
  const { db } = club.services;
  const prize = await db
    .selectFrom("prizes")
    .select("id")
    .where("handler_system_name", "=", "phone")
    .orderBy("price")
    .executeTakeFirstOrThrow();
  const operator = await db.selectFrom("mobile_operators").select("id").executeTakeFirstOrThrow();
  const order = {
    prize_id: String(prize.id),
    selected_additional_fields: ["79001234567", String(operator.id)],
    delivery_city: "",
    delivery_address: "",
    cdek_pvz_code: "",
  };
  return (token) => {
    const key = crypto.randomUUID();
    return callClub(club, exchangePrize, { ...order, basket_uuid: key }, token, { idempotencyKey: key });
  };
}

export interface Distributor {
  readonly sellers: Sellers;
  readonly managerToken: string;
  /** Of the first shop's owner. */
  readonly shopToken: string;
  /** Uploads a report of 1 000 new sales, and counts it. */
  report(): Promise<void>;
}

/** Opens a distributor with managers and shops. */
export async function openDistributor(club: Club): Promise<Distributor> {
  const { db } = club.services;
  const curator = await addPerson(club, { role: "curator" });
  const managers: Awaited<ReturnType<typeof addPerson>>[] = [];
  for (let index = 0; index < MANAGERS; index++) {
    managers.push(await addPerson(club, { role: "manager", curator_id: curator.id }));
  }
  const companyIds: number[] = [];
  const shops: number[] = [];
  const inns: string[] = [];
  for (let index = 0; index < SHOPS; index++) {
    const { id: owner_id } = await addPerson(club, { role: "member", curator_id: curator.id });
    const inn = `77${10_000_000 + index}`;
    const names = { actual_name_organization: `Точка ${index}`, legal_name_organization: "ООО" };
    const values = { kind: "retail", owner_id, inn, ...names } as const;
    companyIds.push((await db.insertInto("companies").values(values).returning("id").executeTakeFirstOrThrow()).id);
    inns.push(inn);
    shops.push(owner_id);
  }
  await sql`
    insert into articles (code, name, manager_points, member_points)
      select 'ART-' || n, 'Свеча ' || n, 3, 5 from generate_series(0, 49) n
  `.execute(db);
  const file = { curator_id: curator.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.alloc(0) };
  const { id: fileId } = await db
    .insertInto("report_files")
    .values({ ...file, status: "done" })
    .returning("id")
    .executeTakeFirstOrThrow();
  let daysAgo = 0;
  const report = async () => {
    daysAgo += 1;
    const date = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const sales = Array.from({ length: REPORT_ROWS }, (_, index) => ({
      date,
      manager: managers[index % MANAGERS]?.phone ?? "",
      shop: "Точка",
      inn: inns[index % SHOPS] ?? "",
      articleCode: `ART-${index % 50}`,
      articleName: "Свеча зажигания",
      count: String(Math.floor(index / SHOPS) + 1),
    }));
    const content = new File([new Uint8Array(makeCsv(sales))], `${date}.csv`);
    const { id } = await callClub(club, importReport, {}, curator.token, { files: { file: content } });
    // Not by the job: it begins when its queue is asked, which takes longer than the report.
    await processReport(club.services, Number(id));
    const { items } = await callClub(club, listReports, { file_id: id, page: 1, per_page: 1 }, curator.token);
    if (items[0]?.status !== "done") throw new Error(JSON.stringify(items[0]));
  };
  return {
    managerToken: managers[0]?.token ?? "",
    shopToken: await openSession(club, shops[0] ?? 0),
    sellers: { fileId, curatorId: curator.id, managerIds: managers.map(({ id }) => id), companyIds },
    report,
  };
}
