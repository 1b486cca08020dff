import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_DELAY_SECONDS } from "../../../../club/platform/outbox/deliver-messages";
import { openTestClub, type TestClub } from "../../../setup/club";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§1.10 of each channel it is known how many messages wait, how many were tried, and how long the oldest waits", async () => {
  const now = new Date("2026-11-25T09:00:00Z");
  club.clock.stop(now);
  const add = (channel: "sms" | "email", dueForSeconds: number, attempts = 0, ended = {}) =>
    club.db
      .insertInto("outbox")
      .values({
        ...{ channel, attempts, recipient: "79001234567", subject: "", text: "Текст", ...ended },
        next_attempt_at: new Date(now.getTime() - dueForSeconds * 1000),
      })
      .execute();
  await club.db.deleteFrom("outbox").execute();
  const waiting = async () => (await club.club.readFigures()).messages;
  expect(await waiting()).toEqual([
    { channel: "sms", count: 0, retried: 0, oldest: 0 },
    { channel: "email", count: 0, retried: 0, oldest: 0 },
  ]);
  await add("sms", 60);
  await add("sms", 600);
  await add("sms", 0);
  await add("sms", 9_000, 1, { sent_at: now });
  await add("sms", 9_000, 20, { failed_at: now });
  // A letter that was put off to another day doesn't wait; one that is tried again does, from its first attempt on.
  await add("email", -3_600);
  await add("email", -1, 2);
  expect(await waiting()).toEqual([
    { channel: "sms", count: 3, retried: 0, oldest: 600 },
    { channel: "email", count: 1, retried: 1, oldest: 3 * FIRST_DELAY_SECONDS - 1 },
  ]);
  // What another process has claimed a moment ago is due later, and none waits for less than no time.
  await club.db.deleteFrom("outbox").execute();
  await add("sms", -FIRST_DELAY_SECONDS - 5, 1);
  // Whoever was tried very often waits for days, not for centuries.
  await add("email", 0, 20);
  expect(await waiting()).toEqual([
    { channel: "sms", count: 1, retried: 1, oldest: 0 },
    { channel: "email", count: 1, retried: 1, oldest: 1_023 * FIRST_DELAY_SECONDS },
  ]);
});
