import { sql } from "kysely";
import type { TestClub } from "../../../setup/club";
import type { Sample } from "./samples";

/** Samples of the acts about messages and jobs. */
export const messageSamples: Readonly<Record<string, Sample>> = {
  "resend-message": async (club) => ({ message: await addMessage(club, { failed_at: new Date() }) }),
  "give-up-message": async (club) => ({
    message: await addMessage(club, { last_error: "timeout" }),
    reason: "Адреса нет",
  }),
  "retry-job": async (club) => ({ job: await addFailedJob(club), reason: "Почта снова работает" }),
  "cancel-job": async (club) => ({ job: await addFailedJob(club), reason: "Отчёт загружен заново" }),
};

async function addMessage(club: TestClub, state: { failed_at?: Date; last_error?: string } = {}): Promise<string> {
  const { id } = await club.db
    .insertInto("outbox")
    .values({ channel: "email", recipient: "lost@example.org", subject: "Новости", text: "Текст", ...state })
    .returning("id")
    .executeTakeFirstOrThrow();
  return String(id);
}

/** A job that has failed for good. Returns its id. */
export async function addFailedJob(club: TestClub): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, retry_count, retry_limit, started_on, completed_on, output)
    values ('privacy-retention', '{"who": "79001234567"}', 'failed', 5, 5, now(), now(),
      '{"name": "RangeError", "code": "22003", "message": "79001234567 is out of range"}')
    returning id
  `.execute(club.db);
  return rows[0]?.id ?? "";
}
