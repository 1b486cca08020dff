import { findAct } from "../../../../club/operators/operator-parts";
import type { RawInput } from "../../../../club/platform/acts/carry-out";
import { runAct } from "../../../../club/platform/acts/run-act";
import { processReport } from "../../../../club/sales/deals/process-report";
import type { CallInput } from "../../../../contract/call";
import { type importReport, listReports } from "../../../../contract/deals";
import { countReportPreview } from "../../../../contract/report-previews";
import { makeCsv, type Sale } from "../../../files/report-files";
import type { TestClub } from "../../../setup/club";
import { ARTICLES, type Distributor, INNS, upload } from "./reports";

/** A row of a report of the first manager to the first shop: 3 points for the manager and 5 for the member a piece. */
export function saleOf(people: Distributor, changes: Partial<Sale> = {}): Sale {
  return {
    date: "2026-03-02",
    manager: people.managers[0].phone,
    shop: "Магазин",
    inn: INNS[0],
    articleCode: ARTICLES[0].code,
    articleName: ARTICLES[0].name,
    count: "10",
    ...changes,
  };
}

/**
 * Uploads sales and processes them as the job does.
 * @param input such as what becomes of rows that correct counted sales
 */
export async function report(
  club: TestClub,
  people: Distributor,
  sales: readonly Sale[],
  input: CallInput<typeof importReport> = {},
) {
  const { result, refusal } = await upload(club, people.curator.token, makeCsv([...sales]), undefined, input);
  if (!result) throw new Error(refusal?.message);
  await processReport(club.club.services, Number(result.id));
  return readReport(club, people, result.id);
}

/** Counts the file of a check, as its curator's press does. */
export async function countCheck(club: TestClub, people: Distributor, id: string) {
  const counted = await club.ask(countReportPreview, { id }, { token: people.curator.token });
  await processReport(club.club.services, Number(counted.id));
  return readReport(club, people, counted.id);
}

export async function readReport(club: TestClub, people: Distributor, id: string) {
  const { items } = await club.ask(listReports, { file_id: id }, { token: people.curator.token });
  if (!items[0]) throw new Error(`no report ${id}`);
  return items[0];
}

export async function readDeals(club: TestClub, fileId: string) {
  return club.db
    .selectFrom("deals")
    .selectAll()
    .where("file_id", "=", Number(fileId))
    .orderBy("file_row")
    .orderBy("id")
    .execute();
}

/** Does an act as the command line does. */
export async function act(club: TestClub, name: string, input: RawInput) {
  return runAct(club.club.services, { kind: "shell", user: "test" }, findAct(name), input);
}
