import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPerson } from "../../../../club/people/accounts/find-person";
import { alias } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

test("§1.1 a person is found by phone, e-mail and id, and a number shorter than a phone is an id of any length", async () => {
  const { services } = club.club;
  const person = await addPerson(club, { email: "Find.Me@example.org" });
  const shown = `+7 (${person.phone.slice(1, 4)}) ${person.phone.slice(4)}`;
  for (const contact of [person.phone, shown, "find.me@EXAMPLE.org", String(person.id)]) {
    expect((await findPerson(services, contact)).id, contact).toBe(person.id);
  }
  for (const id of [7_654, 123_456_789]) {
    await sql`alter table users alter column id restart with ${sql.lit(id)}`.execute(club.db);
    await addPerson(club);
    expect((await findPerson(services, String(id))).id).toBe(id);
  }
});

test("§1.1 whoever isn't there is named at the field that was asked for", async () => {
  const { services } = club.club;
  for (const contact of ["79990000000", "nobody@example.org", "999999999", "0", "12345678901234", "слово"]) {
    await expect(findPerson(services, contact, "manager"), contact).rejects.toMatchObject({
      entries: [
        {
          error_lang_alias: [alias.notFound],
          error_display_message: `Участника ${contact} нет.`,
          error_system_message: { field_key: "manager" },
        },
      ],
    });
  }
});
