import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDueMessages, isAnyClaimed } from "../../../../club/platform/outbox/deliver-messages";
import { stopMailings } from "../../../../club/platform/outbox/unsubscribed-addresses";
import { openTestClub, type TestClub } from "../../../setup/club";
import { keepConnections } from "../../../setup/kept-connections";
import { countRowsRead } from "../../../setup/rows-read";

const WAITING = 20_000;
const taken: string[] = [];
let stop = new AbortController();
const gateway = keepConnections(
  createServer((request, response) => {
    taken.push(String(request.headers["idempotency-key"]));
    if (taken.length >= 10) stop.abort();
    request.resume();
    response.end();
  }),
);
let club: TestClub;
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`;
  club = await openTestClub({ work: false, settings: { smsUrl } });
  await fillOutbox("sms", "now", "");
  await fillOutbox("email", "tomorrow", "https://example.com/unsubscribe");
  await sql`analyze outbox`.execute(club.db);
});
afterAll(async () => {
  await club.close();
  gateway.close();
});

function fillOutbox(channel: "sms" | "email", due: "now" | "tomorrow", unsubscribeUrl: string) {
  const now = club.clock.now();
  const from = due === "now" ? now : new Date(now.getTime() + 24 * 60 * 60_000);
  return sql`
    insert into outbox (channel, recipient, text, created_at, next_attempt_at, is_secret, unsubscribe_url)
    select ${channel}, 'person-' || n || '@example.org', 'Текст', ${now},
      ${from}::timestamptz + make_interval(secs => case when ${due} = 'now' then -n % 997 else n % 997 end), n % 2 = 0,
      ${unsubscribeUrl}
    from generate_series(1, ${WAITING}::int) n
  `.execute(club.db);
}

test("architecture: a message is taken from an outbox of any length without reading the others", async () => {
  const read = await countRowsRead(club, () =>
    deliverDueMessages("sms", club.club.services, stop.signal).catch(() => undefined),
  );
  expect(taken.length).toBeGreaterThanOrEqual(10);
  expect(read.outbox).toBeLessThan(200);
});

test("architecture: letters of the next days are not read when nothing is due", async () => {
  stop = new AbortController();
  const read = await countRowsRead(club, async () => {
    await deliverDueMessages("email", club.club.services, stop.signal);
    expect(await isAnyClaimed("email", club.club.services)).toBe(false);
  });
  expect(read.outbox ?? 0).toBeLessThan(20);
});

test("architecture: unsubscribing stops the waiting letters to that address without reading the others", async () => {
  const read = await countRowsRead(club, () => stopMailings(club.db, club.club.services, "Person-77@example.org"));
  expect(read.outbox).toBeLessThan(20);
  const stopped = await club.db.selectFrom("outbox").select("recipient").where("failed_at", "is not", null).execute();
  expect(stopped).toEqual([{ recipient: "person-77@example.org" }]);
});
