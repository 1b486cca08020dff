import { afterAll, beforeAll, expect, test } from "vitest";
import { clearExpiredJob } from "../../../../club/people/accounts/jobs";
import { issueRedirectToken } from "../../../../club/people/accounts/redirect-token";
import { restoreLinkJob } from "../../../../club/people/accounts/restore-link-job";
import { login, profile, sendPhoneCode } from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, freshPhone, PASSWORD } from "../../club-people";
import { act } from "../../operators";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("architecture: expired rows are deleted, a session in use isn't", async () => {
  const DAY = 24 * 60 * 60_000;
  const person = await addPerson(club);
  const { access_token: token } = await club.ask(
    login,
    { login: person.phone, password: PASSWORD },
    { address: "203.0.113.20" },
  );
  await issueRedirectToken(club.db, club.club.services, person.id);
  await club.ask(sendPhoneCode, { phone: freshPhone() }, { address: "203.0.113.20" });
  await restoreLinkJob.handle({ userId: person.id, isKnown: true }, club.club.services);
  const tables = [
    "sessions",
    "redirect_tokens",
    "password_resets",
    "phone_codes",
    "rate_limits",
    "known_networks",
    "contact_changes",
  ] as const;
  const counts = () =>
    Promise.all(tables.map(async (table) => (await club.db.selectFrom(table).selectAll().execute()).length > 0));
  await act(club, "change-contact", { person: (await addPerson(club)).phone, phone: freshPhone(), reason: "Паспорт" });
  await clearExpiredJob.handle({}, club.club.services);
  expect(await counts()).toEqual([true, true, true, true, true, true, true]);
  club.clock.advance(3 * DAY);
  await clearExpiredJob.handle({}, club.club.services);
  expect(await counts()).toEqual([true, false, false, false, false, true, true]);
  expect((await club.call(profile, {}, { token })).status).toBe(200);
  club.clock.advance(32 * DAY);
  await clearExpiredJob.handle({}, club.club.services);
  expect(await counts()).toEqual([false, false, false, false, false, true, false]);
  club.clock.advance(57 * DAY);
  await clearExpiredJob.handle({}, club.club.services);
  expect(await counts()).toEqual([false, false, false, false, false, false, false]);
});
