import { afterAll, beforeAll, expect, test } from "vitest";
import { addDocuments, checkDocuments } from "../../../../contract/accounts";
import { alias, IMAGES_TOO_LARGE_MESSAGE } from "../../../../contract/values";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

const answers = {
  last_name: "Ильин",
  first_name: "Пётр",
  sur_name: "Олегович",
  birth_date: "1985-02-28",
  passport_series: "4510",
  passport_number: "123456",
  passport_issue_date: "2010-03-05",
  passport_issued_by: "ОВД района",
  passport_code: "770-001",
  registration_address: "Тверь, Лесная, 4",
  inn: "500100732259",
};

function scan(start: number[] | string, size = 2000): File {
  const content = Buffer.alloc(size);
  Buffer.from(typeof start === "string" ? Buffer.from(start, "latin1") : start).copy(content);
  return new File([content], "scan.jpg", { type: "image/jpeg" });
}
const jpeg = (size?: number) => scan([0xff, 0xd8, 0xff, 0xe0], size);
const files = () => ({ passport_main: jpeg(), passport_registration: scan("%PDF-1.7\n") });

test("§8.5 documents are stored sealed and are pending", async () => {
  const token = await (await addPerson(club)).logIn();
  expect(await club.ask(checkDocuments, {}, { token })).toEqual({
    status: "none",
    reason: "",
    year_total: 0,
    year_limit: 4000,
  });
  expect(await club.ask(addDocuments, answers, { token, files: files() })).toEqual({ status: "pending" });
  expect(await club.ask(checkDocuments, {}, { token })).toMatchObject({ status: "pending" });
  const row = await club.db.selectFrom("documents").selectAll().executeTakeFirstOrThrow();
  expect(row.answers_sealed.toString("latin1")).not.toContain("123456");
  expect(row.passport_main_sealed.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  const { seal } = club.club.services;
  expect(JSON.parse(seal.open("documents.answers_sealed", row.answers_sealed).toString())).toEqual(answers);
  expect(seal.open("documents.passport_main_sealed", row.passport_main_sealed)).toHaveLength(2000);
});

test("§8.5 rejected documents may be replaced, accepted ones not", async () => {
  const person = await addPerson(club);
  const token = await person.logIn();
  const decide = (status: "accepted" | "rejected", reason = "") =>
    club.db.updateTable("documents").set({ status, reason }).where("user_id", "=", person.id).execute();
  await club.ask(addDocuments, answers, { token, files: files() });
  await decide("rejected", "Не видно номер");
  expect(await club.ask(checkDocuments, {}, { token })).toMatchObject({ status: "rejected", reason: "Не видно номер" });
  await club.ask(addDocuments, answers, { token, files: files() });
  await decide("accepted");
  expect((await club.call(addDocuments, answers, { token, files: files() })).status).toBe(409);
  expect(await club.db.selectFrom("documents").select("id").where("user_id", "=", person.id).execute()).toHaveLength(1);
});

test.each([
  ["JPEG", [0xff, 0xd8, 0xff, 0xdb], 200],
  ["PNG", "\x89PNG\r\n\x1a\n", 200],
  ["WebP", "RIFF\x00\x00\x00\x00WEBPVP8 ", 200],
  ["HEIC", "\x00\x00\x00\x18ftypheic", 200],
  ["PDF", "%PDF-1.4", 200],
  ["HTML named .jpg", "<html>", 422],
  ["a program", "MZ\x90", 422],
  ["a film", "\x00\x00\x00\x18ftypisom", 422],
])("§8.5 a file is judged by its contents: %s", async (_, start, status) => {
  const token = await (await addPerson(club)).logIn();
  const answer = await club.call(addDocuments, answers, { token, files: { ...files(), passport_main: scan(start) } });
  expect(answer.status).toBe(status);
  if (status === 422) expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(["passport_main"]);
});

test("§5.16 §8.8 a scan above 10 MB, or both together above the limit, is too large; just 10 MB each is not", async () => {
  const token = await (await addPerson(club)).logIn();
  const MB = 1024 * 1024;
  for (const [main, registration] of [
    [10 * MB + 1, 2000],
    [30 * MB, 2000],
  ]) {
    const large = { passport_main: jpeg(main), passport_registration: jpeg(registration) };
    const { status, refusal } = await club.call(addDocuments, answers, { token, files: large });
    expect([status, refusal?.aliases, refusal?.message]).toEqual([413, [alias.tooLarge], IMAGES_TOO_LARGE_MESSAGE]);
  }
  const full = { passport_main: jpeg(10 * MB), passport_registration: jpeg(10 * MB) };
  expect((await club.call(addDocuments, answers, { token, files: full })).status).toBe(200);
});

test("§8.5 documents may be sent twenty times a day, each person's counted alone, and again the next day", async () => {
  const [token, other] = [await (await addPerson(club)).logIn(), await (await addPerson(club)).logIn()];
  const send = async (who: string) => (await club.call(addDocuments, answers, { token: who, files: files() })).status;
  const statuses: number[] = [];
  for (let sent = 0; sent < 21; sent++) statuses.push(await send(token));
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect(await send(other)).toBe(200);
  club.clock.advance(24 * 60 * 60 * 1000);
  expect(await send(token)).toBe(200);
});

test("§8.5 a missing scan and impossible dates are refused on their fields", async () => {
  const token = await (await addPerson(club)).logIn();
  const missing = await club.call(addDocuments, answers, { token, files: { passport_main: jpeg() } });
  expect(Object.keys(missing.refusal?.fields ?? {})).toEqual(["passport_registration"]);
  for (const birth_date of ["1985-02-30", "2985-01-01"]) {
    const answer = await club.call(addDocuments, { ...answers, birth_date }, { token, files: files() });
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(["birth_date"]);
  }
});
