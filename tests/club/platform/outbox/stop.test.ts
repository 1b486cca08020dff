import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../../../club/platform/db/open";
import type { JobRunner } from "../../../../club/platform/jobs/job-runner";
import { sendMessage } from "../../../../club/platform/outbox/send-message";
import { openTestClub, type TestClub } from "../../../setup/club";
import { keepConnections } from "../../../setup/kept-connections";

const MESSAGES = 200;

const taken: string[] = [];
let answer = () => {};
const answered = new Promise<void>((resolve) => (answer = resolve));
const gateway = keepConnections(
  createServer((request, response) => {
    taken.push(String(request.headers["idempotency-key"]));
    request.resume();
    void answered.then(() => response.writeHead(200).end());
  }),
);
let club: TestClub;
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`;
  club = await openTestClub({ settings: { smsUrl } });
});
afterAll(async () => {
  await club.close();
  gateway.close();
});

test("architecture: a club that stops ends what it is sending, so that no message goes twice, and queues the rest again", async () => {
  const { services } = club.club;
  const texts = Array.from({ length: MESSAGES }, (_, index) => `Сообщение ${index}`);
  await services.db.transaction().execute(async (trx) => {
    for (const text of texts) await sendMessage(trx, services, { channel: "sms", to: "79000000001", text });
  });
  await expect.poll(() => taken.length).toBeGreaterThan(0);
  const stop = vi.spyOn(services.jobs as JobRunner, "stop");
  const closing = club.club.close();
  await expect.poll(() => stop.mock.calls).toHaveLength(1);
  answer();
  await closing;
  const { db, close } = await openDatabase({
    databaseUrl: club.connectionString,
    dataDir: "",
    log: { info: () => undefined, warn: () => undefined },
  });
  try {
    const sent = await db.selectFrom("outbox").select("id").where("sent_at", "is not", null).execute();
    expect(taken.length).toBeLessThan(MESSAGES);
    expect(sent.map(({ id }) => `outbox-${id}`).sort()).toEqual([...taken].sort());
  } finally {
    await close();
  }
});
