import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addFullPerson, CARD, PASSPORT_ANSWERS, PERSON, runClub } from "./full-person";

let club: TestClub;
let person: Awaited<ReturnType<typeof addFullPerson>>;
// Everything that a person can do, and commands that each open the club: long on a slow machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

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
  expect(JSON.stringify(await unpack(archive))).not.toContain("7391");
});

test("architecture: the club doesn't know somebody: nothing is written", async () => {
  const folder = path.join(club.dataDir, "nobody");
  expect((await runClub(club, "export-person", "79995554433", "--out", folder)).code).toBe(2);
  await expect(stat(folder)).rejects.toThrow();
});
