import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { deliverDueMessages } from "../../club/platform/outbox/deliver-messages";
import { openBenchClub } from "./open-bench-club";

const WAITING = [1_000, 10_000, 100_000];
const SECONDS = 8;

export const name = "outbox: messages delivered a second, by the number of those that wait";

/** Delivers to a gateway that answers at once. */
export async function run() {
  const gateway = createServer((request, response) => {
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const { club, close } = await openBenchClub(false, { SMS_URL: smsUrl });
  const { db } = club.services;
  const rows = [];
  for (const waiting of WAITING) {
    await sql`delete from outbox`.execute(db);
    await sql`
      insert into outbox (channel, recipient, subject, text, created_at, next_attempt_at)
      select 'sms', '79000000001', '', 'Текст сообщения', now(),
        now() - interval '1 second' * (n % 1000)
      from generate_series(1, ${waiting}::int) n
    `.execute(db);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), SECONDS * 1000);
    const start = performance.now();
    await deliverDueMessages("sms", club.services, stop.signal).catch(() => undefined);
    const seconds = (performance.now() - start) / 1000;
    clearTimeout(timer);
    const { sent } = await db
      .selectFrom("outbox")
      .select((outbox) => outbox.fn.count<number>("sent_at").as("sent"))
      .executeTakeFirstOrThrow();
    rows.push({ waiting: waiting.toLocaleString("en"), "messages/s": (sent / seconds).toFixed(0) });
  }
  await close();
  gateway.close();
  gateway.closeAllConnections();
  return rows;
}
