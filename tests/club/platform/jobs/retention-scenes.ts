import type { TestClub } from "../../../setup/club";
import { addCompany, addPerson, freshPhone } from "../../club-people";
import { storeDocuments } from "../../people/documents/store-documents";
import { ago, anyHash, edgesOf, type JobScene, NOW } from "./job-scene";

const OLD = ago({ days: 3_000 });

/** What has been kept long enough, by the limits of tests' clubs. */
export const retentionScenes: Readonly<Record<string, JobScene>> = {
  "privacy-retention": {
    async make(club) {
      const curator = await addPerson(club, { role: "curator" });
      const member = await addPerson(club);
      const company = await addCompany(club, member.id, "retail");
      for (const { name, at } of edgesOf(365, "days")) {
        await addReport(club, curator.id, { name, at, status: "done" });
        await addReport(club, curator.id, { name, at, status: "failed" });
        await club.db
          .insertInto("feedback")
          .values({ name, email: "a@example.com", message: "", created_at: at })
          .execute();
        await club.db
          .insertInto("company_claims")
          .values({ company_id: company.id, full_name: name, email: "", phone: freshPhone(), claimed_at: at })
          .execute();
      }
      await addReport(club, curator.id, { name: "waits", at: null, status: "waiting_approval" });
      for (const { name, at } of edgesOf(180, "days")) {
        await addTask(club, curator.id, name, at, "done");
        for (const status of ["sent", "registered", "confirmed"] as const) {
          const email = `${status} ${name}`;
          await addInvite(club, { inviter_id: curator.id, email, status, expires_at: at });
        }
      }
      await addTask(club, curator.id, "goes on", OLD, "in_progress");
      const joined = await addInvite(club, {
        inviter_id: curator.id,
        email: "joined",
        status: "sent",
        expires_at: OLD,
      });
      await addPerson(club, { invite_id: joined });
      const people = { user_id: member.id, curator_id: curator.id, company_id: company.id };
      await addDecided(club, people, { days: 1825, document: "accepted", claim: "accepted" });
      await addDecided(club, people, { days: 90, document: "rejected", claim: "refused" });
      await storeDocuments(club, member.id, { reason: "waits", created_at: OLD });
      await addClaim(club, people, "pending", null, "waits");
      return [{}];
    },
  },
};

async function addReport(
  { db }: TestClub,
  curator_id: number,
  { name, at, status }: { name: string; at: Date | null; status: "done" | "failed" | "waiting_approval" },
): Promise<void> {
  const { id } = await db
    .insertInto("report_files")
    .values({
      curator_id,
      file_name: `${status} ${name}`,
      content_type: "text/csv",
      content: Buffer.from("Дата"),
      status,
      created_at: OLD,
      finished_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("report_errors").values({ file_id: id, row: 2, field: "", message: name }).execute();
}

async function addTask({ db }: TestClub, owner_id: number, name: string, at: Date, status: "done" | "in_progress") {
  const { id } = await db
    .insertInto("tasks")
    .values({
      owner_id,
      kind: "invite_import",
      file_name: name,
      file_content: Buffer.from(""),
      status,
      created_at: OLD,
      finished_at: at,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("task_errors").values({ task_id: id, row: 2, field: "", message: name }).execute();
}

async function addInvite(
  { db }: TestClub,
  invite: { inviter_id: number; email: string; status: "sent" | "registered" | "confirmed"; expires_at: Date },
): Promise<string> {
  const { id } = await db
    .insertInto("invites")
    .values({ first_name: "", last_name: "", target_role: "member", created_at: OLD, ...invite })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

interface People {
  readonly user_id: number;
  readonly curator_id: number;
  readonly company_id: number;
}

interface Decided {
  readonly days: number;
  readonly document: "accepted" | "rejected";
  readonly claim: "accepted" | "refused";
}

/** Documents and claims that were decided about this number of days ago, a day earlier and a day later. */
async function addDecided(club: TestClub, people: People, { days, document, claim }: Decided): Promise<void> {
  for (const { name, at } of edgesOf(days, "days")) {
    // Each person's documents of a time are one row.
    const { id } = await addPerson(club);
    await storeDocuments(club, id, { status: document, decided_at: at, reason: name, created_at: OLD });
    await addClaim(club, people, claim, at, name);
  }
}

async function addClaim(
  { db }: Pick<TestClub, "db">,
  people: People,
  status: "pending" | Decided["claim"],
  decided_at: Date | null,
  name: string,
): Promise<void> {
  const deal_id = status === "accepted" ? await addDeal({ db }, people) : null;
  const { id } = await db
    .insertInto("sale_claims")
    .values({
      ...people,
      status,
      deal_id,
      decided_at,
      decided_by: decided_at && "curator",
      sell_date: "2020-01-01",
      article_code: "BT-060",
      article_name: "Аккумулятор",
      sell_count: 1,
      document_number: `${status} ${name}`,
      created_at: NOW,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("sale_claim_photos")
    .values({ claim_id: id, type: "image/jpeg", photo_sealed: Buffer.from("sealed") })
    .execute();
}

/** The deal that an accepted claim has become. */
async function addDeal({ db }: Pick<TestClub, "db">, { user_id, curator_id, company_id }: People): Promise<number> {
  const { id: file_id } = await db
    .insertInto("report_files")
    .values({ curator_id, file_name: "", content_type: "text/csv", content: Buffer.from(""), created_at: NOW })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("deals")
    .values({
      file_id,
      file_row: 2,
      curator_id,
      manager_id: user_id,
      member_id: user_id,
      company_id,
      sell_date: "2020-01-01",
      article_code: "BT-060",
      article_name: "Аккумулятор",
      sell_count: 1,
      manager_points: 0,
      member_points: 0,
      fingerprint: anyHash(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
