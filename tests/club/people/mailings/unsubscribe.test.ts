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
  for (const _ of [1, 2]) await club.ask(unsubscribe, { id, hash: member.unsubscribe_secret });
  const user = await club.db
    .selectFrom("users")
    .select("unsubscribed_at")
    .where("id", "=", member.id)
    .executeTakeFirst();
  expect(user?.unsubscribed_at).toBeInstanceOf(Date);
});
