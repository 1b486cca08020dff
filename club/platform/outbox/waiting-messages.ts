import { sql } from "kysely";
import type { Services } from "../services";
import { FIRST_DELAY_SECONDS } from "./deliver-messages";

/** The messages of a channel that are due, or whose delivery is tried again. */
export interface WaitingMessages {
  readonly channel: "sms" | "email";
  readonly count: number;
  /** How many of them were tried before. */
  readonly retried: number;
  /** For how many seconds at least the oldest has been due; 0 without any. */
  readonly oldest: number;
}

const CHANNELS = ["sms", "email"] as const;
/** The delays double up to here; the age of a message that was tried more often is at least that of one tried so often. */
const DOUBLINGS = 10;

/** Counts the messages that wait. Letters that were put off to another day don't. */
export async function readWaitingMessages({ db, now }: Services): Promise<WaitingMessages[]> {
  const time = now();
  const rows = await db
    .selectFrom("outbox")
    .select(({ fn }) => [
      "channel",
      fn.countAll<number>().as("count"),
      fn.countAll<number>().filterWhere("attempts", ">", 0).as("retried"),
      // The moment of the first attempt: the delays of n attempts come to 2^n - 1 times the first. Attempts that were
      // begun late make it later by as much.
      sql<Date>`min(next_attempt_at - make_interval(
        secs => ${FIRST_DELAY_SECONDS} * (2 ^ least(attempts, ${DOUBLINGS}) - 1)))`.as("since"),
    ])
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .where((where) => where.or([where("attempts", ">", 0), where("next_attempt_at", "<=", time)]))
    .groupBy("channel")
    .execute();
  return CHANNELS.map((channel) => {
    const row = rows.find((one) => one.channel === channel);
    const oldest = row ? Math.max(0, (time.getTime() - row.since.getTime()) / 1000) : 0;
    return { channel, count: row?.count ?? 0, retried: row?.retried ?? 0, oldest };
  });
}
