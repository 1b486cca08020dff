import { randomBytes } from "node:crypto";
import { MOVED } from "../../../../club/points/day-limits";
import { creditPoints } from "../../../../club/points/ledger";
import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson } from "../../club-people";
import type { Sample } from "./samples";

/** Samples of the acts about reports and deals. */
export const reportSamples: Readonly<Record<string, Sample>> = {
  "approve-report": async (club) => ({ report: String((await addReport(club, "waiting_approval")).id) }),
  "refuse-report": async (club) => ({
    report: String((await addReport(club, "waiting_approval")).id),
    reason: "Лишние нули",
  }),
  "recall-report": async (club) => ({
    report: String((await addCountedReport(club)).fileId),
    reason: "Отчёт прошлого года",
  }),
  "recall-deal": async (club) => ({ deal: String((await addCountedReport(club)).dealId), reason: "Чужая накладная" }),
  "download-report": async (club) => ({ report: String((await addReport(club, "done")).id) }),
};

async function addReport(club: TestClub, status: "waiting_approval" | "done") {
  const curator = await addPerson(club, { role: "curator" });
  await addCompany(club, curator.id, "distributor");
  return club.db
    .insertInto("report_files")
    .values({
      curator_id: curator.id,
      file_name: "март.csv",
      content_type: "text/csv",
      content: Buffer.from("Дата продажи;Сейлз;ИНН;Артикул;Количество\n05.03.2026;79000000000;7700000000;A-1;2"),
      status,
      total: 1,
      processed: status === "done" ? 1 : 0,
      expected_points: 80,
    })
    .returning(["id", "curator_id"])
    .executeTakeFirstOrThrow();
}

/** A counted report with one deal of 30 and 50 points. */
async function addCountedReport(club: TestClub): Promise<{ fileId: number; dealId: number }> {
  const { id: fileId, curator_id } = await addReport(club, "done");
  const manager = await addPerson(club, { role: "manager", curator_id });
  const member = await addPerson(club);
  const company = await addCompany(club, member.id, "retail");
  const { id: dealId } = await club.db
    .insertInto("deals")
    .values({
      file_id: fileId,
      file_row: 2,
      curator_id,
      manager_id: manager.id,
      member_id: member.id,
      company_id: company.id,
      sell_date: "2026-03-02",
      article_code: "BT-060",
      article_name: "Аккумулятор 60 А·ч",
      sell_count: 10,
      manager_points: 30,
      member_points: 50,
      fingerprint: randomBytes(32),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const common = { reason: "deal", reference: `deal:${dealId}`, action: "Продажа" } as const;
  const credits = [
    { ...common, userId: manager.id, amount: 30 },
    { ...common, userId: member.id, amount: 50 },
  ];
  await club.db.transaction().execute((trx) => creditPoints(trx, MOVED, credits));
  return { fileId, dealId };
}
