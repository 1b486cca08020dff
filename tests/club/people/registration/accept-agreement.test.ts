import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptAgreement, profile } from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§4.11 accepting the rules credits the pending points, once, and says what they are for", async () => {
  const person = await addPerson(club, { agreement_accepted_at: null });
  await club.db
    .insertInto("pending_credits")
    .values([
      { user_id: person.id, amount: 30, reason: "deal", reference: "deal:1", action: "Покупка" },
      { user_id: person.id, amount: 10, reason: "deal", reference: "deal:2", action: "Покупка" },
      { user_id: person.id, amount: 5, reason: "promotion", reference: "promotion:1:deal:1", action: "Акция" },
      { user_id: person.id, amount: 50, reason: "invite", reference: "user:7", action: "Приглашение" },
    ])
    .execute();
  const token = await person.logIn();
  expect(await club.ask(profile, {}, { token })).toMatchObject({ is_agreement_accepted: false, points: { points: 0 } });
  const replies = await Promise.all([1, 2, 3].map(() => club.ask(acceptAgreement, {}, { token })));
  expect(replies.toSorted((a, b) => (b.credited_points ?? 0) - (a.credited_points ?? 0))).toEqual([
    { credited_points: 95, credited_sales: 2, credited_invites: 1 },
    { credited_points: 0, credited_sales: 0, credited_invites: 0 },
    { credited_points: 0, credited_sales: 0, credited_invites: 0 },
  ]);
  expect(await club.ask(profile, {}, { token })).toMatchObject({ is_agreement_accepted: true, points: { points: 95 } });
});
