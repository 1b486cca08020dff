import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { acceptAgreement, register } from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, retailForm } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false, now: "2026-04-01T09:00:00Z" });
});
afterAll(() => club.close());

function listConsents(userId: number) {
  return club.db
    .selectFrom("consents")
    .leftJoin("consent_texts", "digest", "text_digest")
    .select(["kind", "consents.address", "accepted_at", "request_id", "text_digest", "title", "text", "file_name"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

async function setContent(content: object) {
  const file = path.join(club.dataDir, "content.json");
  await writeFile(file, JSON.stringify(content));
  const errors: string[] = [];
  const output = { print: () => undefined, printError: (line: string) => errors.push(line) };
  expect([await runCommand(["set-content", file], output, club.environment), ...errors]).toEqual([0]);
}

async function distributor() {
  const curator = await addPerson(club, { role: "curator" });
  return String(curator.id);
}

test("§5.4 a registration records the texts of both boxes, when, from where and by which request", async () => {
  const curator = await distributor();
  await setContent({ links: { privacy_policy: "https://brand.example.org/policy" } });
  const form = await retailForm(club, { related_to_user_id: [curator] });
  const { user_id } = await club.ask(register, form, {
    address: "::ffff:203.0.113.7",
    requestId: "req-1",
  });
  const consents = await listConsents(Number(user_id));
  expect(consents.map(({ kind }) => kind)).toEqual(["privacy_policy", "personal_data"]);
  for (const { address, request_id, accepted_at } of consents) {
    expect({ request_id, day: accepted_at.toISOString().slice(0, 10) }).toEqual({
      request_id: "req-1",
      day: "2026-04-01",
    });
    expect(address).toBe("203.0.113.7");
  }
  expect(consents[0]).toMatchObject({ title: "Политика конфиденциальности", file_name: null });
});

test("§4.11 an acceptance names the rules as they were, and the text stays when the club changes it", async () => {
  const rules = { code: "retail-rules", title: "Правила для ритейла", text: "Редакция первая" };
  await setContent({ rules: [rules] });
  const early = await addPerson(club, { agreement_accepted_at: null });
  const late = await addPerson(club, { agreement_accepted_at: null });
  const token = await early.logIn();
  await Promise.all([1, 2, 3].map(() => club.ask(acceptAgreement, {}, { token })));
  await setContent({ rules: [{ ...rules, text: "Редакция вторая" }] });
  await club.ask(acceptAgreement, {}, { token });
  await club.ask(acceptAgreement, {}, { token: await late.logIn() });

  const first = await listConsents(early.id);
  expect(first).toMatchObject([{ kind: "rules", title: rules.title, text: "Редакция первая" }]);
  const [second] = await listConsents(late.id);
  expect(second).toMatchObject({ kind: "rules", text: "Редакция вторая" });
  expect(second?.text_digest).not.toBe(first[0]?.text_digest);
});

test("§4.11 rules that the club doesn't have yet are accepted without a text", async () => {
  await setContent({ rules: [] });
  const person = await addPerson(club, { agreement_accepted_at: null });
  await club.ask(acceptAgreement, {}, { token: await person.logIn() });
  expect(await listConsents(person.id)).toMatchObject([{ kind: "rules", text_digest: null }]);
});

test("§4.11 a printed document counts by its content: another PDF under the same address is another text", async () => {
  const content = Buffer.from("%PDF-1.4 one");
  await club.db.insertInto("files").values({ name: "rules.pdf", content_type: "application/pdf", content }).execute();
  await club.db
    .insertInto("rules_documents")
    .values({ code: "retail-rules", title: "Правила", text: "Кратко", file_name: "rules.pdf" })
    .execute();
  const people = [
    await addPerson(club, { agreement_accepted_at: null }),
    await addPerson(club, { agreement_accepted_at: null }),
  ];
  const digests: unknown[] = [];
  for (const person of people) {
    await club.ask(acceptAgreement, {}, { token: await person.logIn() });
    const [consent] = await listConsents(person.id);
    expect(consent).toMatchObject({ file_name: "rules.pdf" });
    digests.push(consent?.text_digest);
    await club.db
      .updateTable("files")
      .set({ content: Buffer.from("%PDF-1.4 two") })
      .where("name", "=", "rules.pdf")
      .execute();
  }
  expect(digests[0]).not.toBe(digests[1]);
});
