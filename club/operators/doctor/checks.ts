import { sql } from "kysely";
import { VERSION } from "../../../contract/version";
import { errorMessage } from "../../platform/db/error-message";
import { migrations } from "../../platform/db/migrations/index";
import { findOldestRelease, listRanMigrations, runsOnNewerSchema } from "../../platform/db/newer-schema";
import { OLDEST_SCHEMA, requireReadableSchema } from "../../platform/db/oldest-schema";
import { type OutgoingMessage, openChannel } from "../../platform/outbox/channels";
import type { Check, ClubToCheck } from "./check";
import { dataKey } from "./data-key";
import { explainFetch } from "./explain-fetch";
import { pooler } from "./pooler";

/** By so much the clocks of this machine and of PostgreSQL may differ: codes and limits end by either of them. */
const CLOCK_MS = 5_000;

export const clubChecks: readonly Check<ClubToCheck>[] = [
  {
    name: "database",
    async try({ db }) {
      const { rows } = await sql<{ version: string; readOnly: boolean }>`
        select current_setting('server_version') as version,
          pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"
      `.execute(db);
      if (rows[0]?.readOnly) throw new Error("PostgreSQL is read-only: name the primary in DATABASE_URL");
      return `PostgreSQL ${rows[0]?.version}`;
    },
  },
  {
    name: "schema",
    async try({ db }) {
      const isNewer = await runsOnNewerSchema(db);
      const ran = await listRanMigrations(db);
      if (ran.length === 0) return "no tables yet: the first start makes them";
      const reads = `release ${VERSION} reads ${OLDEST_SCHEMA} and later`;
      if (isNewer) return `${ran.at(-1)}: a newer release has changed it; ${VERSION} runs on it; ${reads}`;
      await requireReadableSchema(db);
      const next = Object.keys(migrations).findLast((name) => !ran.includes(name));
      if (next) return `${ran.at(-1)}; the next start brings it to ${next}; ${reads}`;
      const oldest = await findOldestRelease(db);
      return `${ran.at(-1)}, as this release needs it; ${reads}${oldest ? `; ${oldest} and later run on it` : ""}`;
    },
  },
  dataKey,
  {
    name: "clock",
    async try({ db }) {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      const ms = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now());
      if (ms > CLOCK_MS) {
        throw new Error(`this machine and PostgreSQL differ by ${Math.round(ms / 1000)} s: set both by NTP`);
      }
      return `differs from PostgreSQL's by ${ms} ms`;
    },
  },
  pooler,
  {
    name: "read replica",
    async try({ readReplica: replica }) {
      if (!replica) return "none: DATABASE_READ_URL isn't set";
      try {
        await sql`select from users limit 1`.execute(replica.db);
        return `lags by ${Math.round(await replica.measureLag())} ms`;
      } catch (error) {
        throw new Error(`DATABASE_READ_URL: reads go to the primary, because: ${errorMessage(error)}`);
      }
    },
  },
  {
    name: "mail",
    try: (club) => tryChannel("email", club, club.settings.smtpUrl, club.mailTo),
  },
  {
    name: "SMS",
    try: (club) => tryChannel("sms", club, club.settings.smsUrl, club.smsTo),
  },
];

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function tryChannel(
  kind: "email" | "sms",
  { settings }: ClubToCheck,
  address: string | null,
  recipient: string | null,
): Promise<string> {
  const [variable, option] = kind === "email" ? ["SMTP_URL", "--mail-to"] : ["SMS_URL", "--sms-to"];
  if (!address) throw new Error(`${variable} isn't set: messages go to the file outbox.jsonl only`);
  const channel = openChannel(kind, { settings, log: SILENT, now: () => new Date() });
  try {
    if (recipient === null) {
      await channel.probe();
      return `the gateway answers; ${option} sends a message`;
    }
    await channel.send(writeTrial(kind, recipient));
    return `a message to ${recipient} was taken: see whether it arrives`;
  } catch (error) {
    throw new Error(`${variable}: ${explainFetch(error)}`);
  } finally {
    channel.close();
  }
}

function writeTrial(channel: "email" | "sms", recipient: string): OutgoingMessage {
  const text = "Клуб проверяет, доходят ли сообщения. Отвечать не нужно.";
  // No message of the outbox has such a number, so that a gateway doesn't take it for one that it had.
  const id = -Date.now();
  return { id, channel, recipient, subject: "Проверка почты клуба", text, unsubscribe_url: "", attempts: 0 };
}
