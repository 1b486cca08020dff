import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptAgreement, profile } from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§4.11 accepting the rules credits the pending points, once", async () => {
  const person = await addPerson(club, { agreement_accepted_at: null });
  await club.db
    .insertInto("pending_credits")
    .values({ user_id: person.id, amount: 30, reason: "deal", reference: "deal:1", action: "Покупка" })
    .execute();
  const token = await person.logIn();
  expect(await club.ask(profile, {}, { token })).toMatchObject({ is_agreement_accepted: false, points: { points: 0 } });
  await Promise.all([1, 2, 3].map(() => club.ask(acceptAgreement, {}, { token })));
  expect(await club.ask(profile, {}, { token })).toMatchObject({ is_agreement_accepted: true, points: { points: 30 } });
});
