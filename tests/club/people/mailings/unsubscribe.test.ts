import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unsubscribe } from "../../../../contract/accounts";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§2.4.4 an unsubscribe link works only with its secret, and more than once", async () => {
  const member = await addPerson(club);
  const id = String(member.id);
  const wrong = await club.call(unsubscribe, { id, hash: randomUUID() });
  expect([wrong.status, wrong.refusal?.aliases]).toEqual([404, [alias.notFound]]);
  expect((await club.call(unsubscribe, { id: "x'", hash: "y" })).status).toBe(404);
  const other = await addPerson(club);
  expect((await club.call(unsubscribe, { id, hash: other.unsubscribe_secret })).status).toBe(404);
  const times = async () =>
    (
      await club.db
        .selectFrom("users")
        .select("unsubscribed_at")
        .where("id", "in", [member.id, other.id])
        .orderBy("id")
        .execute()
    ).map(({ unsubscribed_at }) => unsubscribed_at);
  await club.ask(unsubscribe, { id, hash: member.unsubscribe_secret });
  const first = await times();
  expect(first).toEqual([expect.any(Date), null]);
  // Whoever presses again has unsubscribed when it was pressed first.
  club.clock.advance(60_000);
  await club.ask(unsubscribe, { id, hash: member.unsubscribe_secret.toUpperCase() });
  expect(await times()).toEqual(first);
});
