import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPerson } from "../../../../club/operators/people/export-person";
import { mailboxSpellingsMove } from "../../../../club/people/accounts/move-mailbox-spellings";
import { runMoves } from "../../../../club/platform/moves/run-moves";
import { listUnsubscribed, stopMailings } from "../../../../club/platform/outbox/unsubscribed-addresses";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { runClub } from "../../operators/people/full-person";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const CODE = "xn--80a1acny.xn--p1ai";
const LETTERS = "почта.рф";
const UNSPEAKABLE = "кто-то@xn--99999999.рф";

const addFeedback = (email: string) =>
  club.db.insertInto("feedback").values({ name: "Кто-то", email, message: "…" }).execute();
const addInvite = (inviterId: number, email: string) =>
  club.db
    .insertInto("invites")
    .values({ inviter_id: inviterId, email, first_name: "Иван", last_name: "Иванов", target_role: "member" })
    .execute();
const readEmails = async (table: string) => {
  const { rows } = await sql<{ email: string }>`
    select email from ${sql.table(table)} where position('@' in email) > 0 and email ~ '(xn--|рф)'
  `.execute(club.db);
  return rows.map(({ email }) => email).sort();
};

test("§5.8 mailboxes that were stored with xn-- are moved to their spelling in letters, however small the batches", async () => {
  const { services } = club.club;
  const [ivan, petr] = [
    await addPerson(club, { email: `Ivan@${CODE}` }),
    await addPerson(club, { email: `petr@${CODE}` }),
  ];
  // A second account of the same mailbox, which no move may take away.
  const double = await addPerson(club, { email: `petr@${LETTERS}` });
  for (const name of ["a", "b", "a"]) await addFeedback(`${name}@${CODE.toUpperCase()}`);
  await addFeedback(UNSPEAKABLE);
  await addFeedback("xn--mailer@example.com");
  for (const person of [ivan, petr]) await addInvite(person.id, `guest@${CODE}`);
  await addInvite(petr.id, `guest@${LETTERS}`);
  for (const email of [`gone@${CODE}`, `gone@${LETTERS}`, `other@${CODE}`])
    await club.db.insertInto("unsubscribed_addresses").values({ email, created_at: new Date() }).execute();

  await runMoves(services, [mailboxSpellingsMove], { batchRows: 1, pauseMs: 0 });

  expect(await readEmails("users")).toEqual([`Ivan@${LETTERS}`, `petr@${CODE}`, `petr@${LETTERS}`].sort());
  expect(await readEmails("feedback")).toEqual(
    [`a@${LETTERS}`, `a@${LETTERS}`, `b@${LETTERS}`, UNSPEAKABLE, "xn--mailer@example.com"].sort(),
  );
  expect(await readEmails("invites")).toEqual([`guest@${CODE}`, `guest@${LETTERS}`, `guest@${LETTERS}`]);
  expect(await readEmails("unsubscribed_addresses")).toEqual([
    `gone@${CODE}`,
    `gone@${LETTERS}`,
    `other@${CODE}`,
    `other@${LETTERS}`,
  ]);
  const people = await club.db
    .selectFrom("users")
    .select("id")
    .where("id", "in", [ivan.id, petr.id, double.id])
    .execute();
  expect(people).toHaveLength(3);
  const state = await club.db.selectFrom("data_moves").selectAll().executeTakeFirstOrThrow();
  expect(state).toMatchObject({ moved: 6, position: null, ended_at: expect.any(Date) });
});

test("architecture: export and erasure find what was stored under the other spelling, before any move", async () => {
  const { services } = club.club;
  const person = await addPerson(club, { email: `anna@${LETTERS}` });
  await addFeedback(`Anna@${CODE}`);
  const exported = await services.db.transaction().execute((trx) => exportPerson(trx, services, person));
  expect(JSON.stringify(exported)).toContain(`Anna@${CODE}`);
  expect(await runClub(club, "erase-person", person.phone, "--yes")).toMatchObject({ code: 0 });
  expect(await readEmails("feedback")).not.toContain(`Anna@${CODE}`);
});

test("§5.8 whoever unsubscribed under one spelling gets no mail under the other", async () => {
  const { services } = club.club;
  await club.db
    .insertInto("unsubscribed_addresses")
    .values({ email: `tired@${CODE}`, created_at: new Date() })
    .execute();
  const asked = [`Tired@${LETTERS}`, `fresh@${LETTERS}`];
  expect([...(await listUnsubscribed(services.db, asked))]).toEqual([`tired@${LETTERS}`]);
  await stopMailings(services.db, services, `fresh@${CODE}`);
  expect((await listUnsubscribed(services.db, asked)).size).toBe(2);
  // Invitations are compared with it as they are stored.
  expect(await readEmails("unsubscribed_addresses")).toEqual(
    expect.arrayContaining([`fresh@${CODE}`, `fresh@${LETTERS}`]),
  );
});
