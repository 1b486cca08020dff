import type { Club } from "../../club/club";
import { processReport } from "../../club/sales/deals/process-report";
import { importReport, listReports } from "../../contract/deals";
import { exchangePrize } from "../../contract/prizes";
import { makeCsv } from "../../tests/files/report-files";
import { type Distributor, openDistributor } from "../data/distributor";
import { callClub } from "../data/open-bench-club";
import type { Sellers } from "./fill-ledger";

export const REPORT_ROWS = 1_000;
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

/** A distributor that reports. */
export interface Reporter {
  readonly sellers: Sellers;
  readonly managerToken: string;
  /** Of the first shop's owner. */
  readonly shopToken: string;
  /** Uploads a report of 1 000 new sales, and counts it. */
  report(): Promise<void>;
}

/** Opens a distributor, and a file to which its deals belong. */
export async function openSellers(club: Club): Promise<Sellers> {
  return describeSellers(club, await openDistributor(club));
}

/** @returns the sellers of a distributor, with a new file to which deals of theirs belong */
async function describeSellers(club: Club, { curator, managers, companyIds }: Distributor): Promise<Sellers> {
  const file = { curator_id: curator.id, file_name: "a.csv", content_type: "text/csv", content: Buffer.alloc(0) };
  const { id: fileId } = await club.services.db
    .insertInto("report_files")
    .values({ ...file, status: "done" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { fileId, curatorId: curator.id, managerIds: managers.map(({ id }) => id), companyIds };
}

/** Opens a distributor that reports. */
export async function openReporter(club: Club): Promise<Reporter> {
  const distributor = await openDistributor(club);
  const { curator, managers, owners, makeSales } = distributor;
  let daysAgo = 0;
  const report = async () => {
    daysAgo += 1;
    const date = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const content = new File([new Uint8Array(makeCsv(makeSales(REPORT_ROWS, () => date)))], `${date}.csv`);
    const { id } = await callClub(club, importReport, {}, curator.token, { files: { file: content } });
    // Not by the job: it begins when its queue is asked, which takes longer than the report.
    await processReport(club.services, Number(id));
    const { items } = await callClub(club, listReports, { file_id: id, page: 1, per_page: 1 }, curator.token);
    if (items[0]?.status !== "done") throw new Error(JSON.stringify(items[0]));
  };
  return {
    managerToken: managers[0]?.token ?? "",
    shopToken: owners[0]?.token ?? "",
    sellers: await describeSellers(club, distributor),
    report,
  };
}
