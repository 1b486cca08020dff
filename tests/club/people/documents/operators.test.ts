import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAct } from "../../../../club/operators/operator-parts";
import { previewAct } from "../../../../club/platform/acts/carry-out";
import { formatMoment } from "../../../../club/platform/acts/format";
import { addDocuments } from "../../../../contract/accounts";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { act, readCard, readList, readToday, refusalOf, shell } from "../../operators";
import { PASSPORT_ANSWERS } from "../../operators/people/full-person";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

async function addPersonWithDocuments() {
  const person = await addPerson(club);
  const scan = (name: string) => new File([`%PDF-1.7 ${name}`], `${name}.pdf`, { type: "application/pdf" });
  const files = { passport_main: scan("main"), passport_registration: scan("registration") };
  await club.ask(addDocuments, PASSPORT_ANSWERS, { token: await person.logIn(), files });
  return person;
}

test("§8.5 documents wait in the order in which they came, until an operator decides", async () => {
  const [first, second] = [await addPersonWithDocuments(), await addPersonWithDocuments()];
  const phones = async () => (await readList(club, "documents")).rows.map(({ cells }) => cells[2]);
  expect(await phones()).toEqual([first.phone, second.phone]);
  expect(await readToday(club, "documents")).toEqual([2]);
  await act(club, "accept-documents", { person: first.phone });
  expect(await phones()).toEqual([second.phone]);
});

test("§8.5 a decision about documents is final, and is of their own person only", async () => {
  const [first, second, other] = [
    await addPersonWithDocuments(),
    await addPersonWithDocuments(),
    await addPersonWithDocuments(),
  ];
  await act(club, "accept-documents", { person: first.phone });
  await act(club, "reject-documents", { person: second.phone, reason: "Не видно номер" });
  const statusOf = async ({ id }: { id: number }) =>
    (await club.db.selectFrom("documents").select("status").where("user_id", "=", id).execute()).map(
      (row) => row.status,
    );
  const isDecided = { message: expect.stringContaining("решения не ждут"), field: "person" };
  for (const person of [first.phone, second.phone]) {
    expect(await refusalOf(club, "accept-documents", { person })).toMatchObject(isDecided);
    expect(await refusalOf(club, "reject-documents", { person, reason: "Нет" })).toMatchObject(isDecided);
  }
  expect([await statusOf(first), await statusOf(second), await statusOf(other)]).toEqual([
    ["accepted"],
    ["rejected"],
    ["pending"],
  ]);
});

test("§8.5 a passport is shown once to whoever is in the audit log for it, and not by a preview", async () => {
  const person = await addPersonWithDocuments();
  const input = { person: person.phone };
  const preview = await previewAct(club.club.services, shell, findAct("look-at-documents"), input);
  expect(JSON.stringify(preview)).not.toContain(PASSPORT_ANSWERS.passport_number);
  expect(preview.file).toBeUndefined();
  const seen = await act(club, "look-at-documents", input);
  expect(seen.secrets).toContainEqual({ label: "Номер паспорта", value: PASSPORT_ANSWERS.passport_number });
  const files = unzipSync(seen.file?.content as Buffer);
  expect(Object.keys(files)).toEqual(["passport-main.pdf", "passport-registration.pdf"]);
  expect(Buffer.from(files["passport-main.pdf"] ?? []).toString()).toBe("%PDF-1.7 main");
  const rows = await club.db.selectFrom("audit_log").selectAll().where("act", "=", "look-at-documents").execute();
  expect(rows).toMatchObject([{ actor: "shell:root", subject_kind: "person", subject_id: String(person.id) }]);
  expect(JSON.stringify(rows)).not.toContain(PASSPORT_ANSWERS.passport_number);
});

test("§8.5 after a rejection the documents that came last are those that are looked at", async () => {
  const person = await addPersonWithDocuments();
  await act(club, "reject-documents", { person: person.phone, reason: "Не видно номер" });
  const scan = (name: string) => new File([`%PDF-1.7 second ${name}`], `${name}.pdf`, { type: "application/pdf" });
  const files = { passport_main: scan("main"), passport_registration: scan("registration") };
  const answers = { ...PASSPORT_ANSWERS, passport_number: "101010" };
  await club.ask(addDocuments, answers, { token: await person.logIn(), files });
  const seen = await act(club, "look-at-documents", { person: person.phone });
  expect(seen.secrets).toContainEqual({ label: "Номер паспорта", value: "101010" });
  const scans = unzipSync(seen.file?.content as Buffer);
  expect(Buffer.from(scans["passport-registration.pdf"] ?? []).toString()).toBe("%PDF-1.7 second registration");
});

test("§8.5 documents whose time has passed, or that never came, can't be shown", async () => {
  const person = await addPersonWithDocuments();
  await club.db
    .updateTable("documents")
    .set({ answers_sealed: Buffer.alloc(0) })
    .where("user_id", "=", person.id)
    .execute();
  expect((await refusalOf(club, "look-at-documents", { person: person.phone }))?.message).toContain("удалены");
  const nobody = await addPerson(club);
  expect(await refusalOf(club, "look-at-documents", { person: nobody.phone })).toMatchObject({ field: "person" });
});

test("§8.5 a card tells since when documents wait, and once they are decided the moment of that", async () => {
  const person = await addPersonWithDocuments();
  const sentAt = new Date("2026-03-04T09:00:00Z");
  await club.db.updateTable("documents").set({ created_at: sentAt }).where("user_id", "=", person.id).execute();
  const read = async () => {
    const { content } = await readCard(club, "person", String(person.id));
    const facts = content?.sections.flatMap((section) => section.facts ?? []) ?? [];
    return facts.find(({ label }) => label === "Документы")?.value;
  };
  expect(await read()).toContain(formatMoment(sentAt));
  await act(club, "accept-documents", { person: person.phone });
  const decidedAt = new Date("2026-03-05T09:00:00Z");
  await club.db.updateTable("documents").set({ decided_at: decidedAt }).where("user_id", "=", person.id).execute();
  expect(await read()).toContain(formatMoment(decidedAt));
});
