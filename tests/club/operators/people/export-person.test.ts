import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { act } from "../../operators";
import { samples } from "../../platform/acts/samples";
import { addFullPerson, CARD, PASSPORT_ANSWERS, PERSON, runClub } from "./full-person";

let club: TestClub;
let person: Awaited<ReturnType<typeof addFullPerson>>;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  person = await addFullPerson(club);
});
afterAll(() => club.close());

/** The files of the archive that the command has written. */
async function unpack(archive: string): Promise<Record<string, string>> {
  const files = unzipSync(await readFile(archive));
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString()]));
}

test("architecture: an export has everything on the person and nothing secret, readable for its owner only", async () => {
  const archive = path.join(club.dataDir, "export.zip");
  const exported = await runClub(club, "export-person", PERSON.phone, "--out", archive);
  expect(exported).toMatchObject({ code: 0, out: expect.stringContaining(PERSON.last_name) });
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  const files = await unpack(archive);
  const names = Object.keys(files);
  expect(names.sort()).toEqual([
    expect.stringMatching(/^passport-\d+-main\.pdf$/),
    expect.stringMatching(/^passport-\d+-registration\.pdf$/),
    "person.json",
  ]);
  expect(files[names[0] ?? ""]).toBe(`%PDF-1.7 main ${PERSON.last_name}`);

  const json = files["person.json"] ?? "";
  const tables = JSON.parse(json);
  expect(tables.users).toMatchObject([{ ...PERSON, id: person.id }]);
  expect(tables.documents).toMatchObject([{ answers: PASSPORT_ANSWERS }]);
  expect(tables.exchanges).toMatchObject([{ recipient: CARD, card_holder: "LUKYAN PRIMETNOV" }]);
  expect(tables.consents.map(({ kind }: { kind: string }) => kind)).toEqual([
    "privacy_policy",
    "personal_data",
    "rules",
  ]);
  expect(tables.consent_texts).toHaveLength(3);
  for (const table of ["companies", "ledger_entries", "deals", "feedback", "invites", "outbox", "sessions"]) {
    expect(tables[table].length, table).toBeGreaterThan(0);
  }
  const { password_hash, unsubscribe_secret } = await club.db
    .selectFrom("users")
    .selectAll()
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  for (const secret of [password_hash ?? "?", unsubscribe_secret, person.token, "token_hash", "_sealed"]) {
    expect(json).not.toContain(secret);
  }
});

test("architecture: opening passports and cards is told, and a code on its way isn't exported", async () => {
  await club.db
    .insertInto("outbox")
    .values({
      channel: "sms",
      recipient: PERSON.phone,
      text: "7391 — код клуба",
      is_secret: true,
      next_attempt_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const archive = path.join(club.dataDir, "second.zip");
  await runClub(club, "export-person", String(person.id), "--out", archive);
  const told = await club.db.selectFrom("audit_log").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(told).toMatchObject({ act: "export-person", subject_id: String(person.id) });
  expect(told.after).toEqual({ opened: { documents: 1, recipients: 1 } });
  const { "person.json": json = "" } = await unpack(archive);
  expect(json).not.toContain("7391");
  // That a message went, when and where to, is told.
  const messages: Record<string, unknown>[] = JSON.parse(json).outbox;
  const withCode = messages.filter((row) => !("text" in row));
  expect(withCode.at(-1)).toMatchObject({ channel: "sms", recipient: PERSON.phone, created_at: expect.any(String) });
  expect(messages.length).toBeGreaterThan(withCode.length);
});

test("§8.6 an export has the photos by which the person claimed sales, and nobody else's", async () => {
  const claims = [(await samples["look-at-claim"]?.(club))?.claim, (await samples["look-at-claim"]?.(club))?.claim];
  for (const claim of claims) {
    const { user_id, photo } = await club.db
      .selectFrom("sale_claims")
      .innerJoin("sale_claim_photos", "claim_id", "sale_claims.id")
      .select(["user_id", "sale_claim_photos.id as photo"])
      .where("claim_id", "=", Number(claim))
      .executeTakeFirstOrThrow();
    const { file, lines } = await act(club, "export-person", { person: String(user_id) });
    expect(lines[0]).toMatch(/: 4 записи, файлов: 1\.$/);
    const { "person.json": _json, ...photos } = unzipSync(Buffer.from(file?.content ?? ""));
    expect(photos).toEqual({ [`claim-${claim}-${photo}.jpeg`]: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]) });
  }
});

test("architecture: an export has the uploads under plain names, and what is left of the person's former account", async () => {
  const [stays, ends] = [await addPerson(club, { role: "curator" }), await addPerson(club, { role: "curator" })];
  const report = { content_type: "text/csv", status: "done" } as const;
  const uploaded = [
    ["Продажи.CSV", "kept"],
    ["../../etc/x.c sv", "strange name"],
    ["empty.csv", ""],
  ].map(([file_name = "", content = ""]) => ({ ...report, file_name, content: Buffer.from(content) }));
  const reports = await club.db
    .insertInto("report_files")
    .values(uploaded.map((file) => ({ ...file, curator_id: ends.id })))
    .returning("id")
    .execute();
  const list = { kind: "invite_import", status: "done", file_name: "Люди.xlsx", owner_id: stays.id } as const;
  const task = await club.db
    .insertInto("tasks")
    .values({ ...list, file_content: Buffer.from("people") })
    .returning("id")
    .executeTakeFirstOrThrow();
  // A list whose file's time has passed.
  await club.db
    .insertInto("tasks")
    .values({ ...list, owner_id: ends.id, file_content: null })
    .execute();
  await club.db.insertInto("outbox").values({ channel: "email", recipient: ends.email, text: "Прежнему" }).execute();
  await addPerson(club, { role: "manager", curator_id: ends.id });
  await addPerson(club, { referred_by_id: ends.id, agreement_accepted_at: null });
  const names = { person: String(stays.id), duplicate: String(ends.id), reason: "Один человек" };
  const moved = { отчёты: 3, "загруженные списки": 1, "люди у куратора": 1, "пришедшие по ссылке": 1 };
  expect((await act(club, "merge-people", names)).after).toMatchObject({ moved });

  const { file } = await act(club, "export-person", { person: stays.phone });
  const unpacked = Object.entries(unzipSync(Buffer.from(file?.content ?? "")));
  const { "person.json": json = "", ...uploads } = Object.fromEntries(
    unpacked.map(([name, content]) => [name, Buffer.from(content).toString()]),
  );
  expect(uploads).toEqual({
    [`report-${reports[0]?.id}.csv`]: "kept",
    [`report-${reports[1]?.id}`]: "strange name",
    [`invitations-${task.id}.xlsx`]: "people",
  });
  const tables = JSON.parse(json);
  expect(tables.users.map(({ id }: { id: number }) => id)).toEqual([stays.id, ends.id]);
  expect(tables.outbox).toEqual(expect.arrayContaining([expect.objectContaining({ text: "Прежнему" })]));
});

test("architecture: the club doesn't know somebody: nothing is written", async () => {
  const folder = path.join(club.dataDir, "nobody");
  expect((await runClub(club, "export-person", "79995554433", "--out", folder)).code).toBe(2);
  await expect(stat(folder)).rejects.toThrow();
});
