import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLinks } from "../../../../club/contents/links";
import { formatTable } from "../../../../club/operators/cli/format-table";
import { findAct } from "../../../../club/operators/operator-parts";
import { runAct } from "../../../../club/platform/acts/run-act";
import { LIST_ROWS } from "../../../../club/platform/acts/view";
import { readBalance } from "../../../../club/points/ledger";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../club-people";
import { addOperator } from "../../platform/acts/add-operator";
import { runClub } from "../people/full-person";

let club: TestClub;
beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
});
afterAll(() => club.close());

const run = (...argv: string[]) => runClub(club, ...argv);

test("architecture: a table is printed in columns, numbers to the right, without spaces at the ends", () => {
  const columns = [
    { title: "№", isNumber: true },
    { title: "Имя" },
    { title: "Долг", isNumber: true },
    { title: "Что" },
  ];
  const rows = [{ cells: ["12", "Анна", "7", ""] }, { cells: ["3", "Константин", "12 000", "да"] }, { cells: ["4"] }];
  expect(formatTable({ columns, rows })).toEqual([
    " №  Имя           Долг  Что",
    "12  Анна             7",
    " 3  Константин  12 000  да",
    " 4",
  ]);
});

test("architecture: a list is printed page by page, filtered, and a filter that it doesn't have is wrong usage", async () => {
  const people = await Promise.all(
    Array.from({ length: LIST_ROWS + 1 }, (_, n) => addPerson(club, { role: "member", last_name: `Листов${n}` })),
  );
  const first = await run("list-people", "--search", "Листов");
  expect(first.code).toBe(0);
  const [, after = ""] = /… --after (\S+)$/.exec(first.out) ?? [];
  expect(first.out.match(/Листов\d/g)).toHaveLength(LIST_ROWS);
  const second = await run("list-people", "--search", "Листов", "--after", after);
  expect(second.out.match(/Листов\d/g)).toHaveLength(people.length - LIST_ROWS);
  expect(second.out).not.toContain("--after");
  expect(JSON.parse((await run("list-people", "--search", "Листов0", "--json")).out)).toMatchObject({ next: null });
  expect((await run("list-reports", "--status", "lost")).code).toBe(2);
  expect(await run("list-reports", "--date-from", "вчера")).toMatchObject({ code: 2, out: "" });
});

test("architecture: a card is printed with its facts and tables, and what isn't there is wrong usage", async () => {
  const { id, phone } = await addPerson(club, { role: "member", last_name: "Карточкин" });
  const { code, out } = await run("show-person", phone);
  expect(code).toBe(0);
  expect(out).toContain("Карточкин");
  expect(out).toMatch(/\n\n.+\n/);
  expect(JSON.parse((await run("show-person", String(id), "--json")).out)).toMatchObject({ id });
  expect(await run("show-person", "79990009988")).toMatchObject({ code: 2, out: "" });
  expect((await run("show-report", "99999")).errors).toContain("There is no report 99999.");
});

test("architecture: a text of several lines may be given line by line, and a file that isn't there is wrong usage", async () => {
  const added = await run("add-question", "--question", "Когда?", "--answer", "В понедельник.", "--answer", "Утром.");
  expect(added.code).toBe(0);
  const { answer } = await club.db
    .selectFrom("questions")
    .select("answer")
    .where("question", "=", "Когда?")
    .executeTakeFirstOrThrow();
  expect(answer).toBe("В понедельник.\nУтром.");
  const missing = path.join(club.dataDir, "нет.csv");
  expect(await run("import-articles", "--file", missing)).toMatchObject({
    code: 2,
    errors: expect.stringContaining(`${missing} can't be read`),
  });
  const wrong = await run("add-question", "--question", " ", "--answer", "Ответ");
  expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining("Вопрос: ")]);
});

test("architecture: the file of an act is its owner's alone, and its place is printed", async () => {
  const { id } = await club.db
    .insertInto("promotions")
    .values({ name: "Коды", accepts_promo_codes: true, date_start: "2026-01-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const file = path.join(club.dataDir, "codes.csv");
  const tried = await run(
    "add-promo-codes",
    "--promotion",
    String(id),
    "--points",
    "5",
    "--count",
    "2",
    "--out",
    file,
    "--dry-run",
  );
  expect(tried.out).not.toContain("Файл");
  await expect(stat(file)).rejects.toThrow();
  const made = await run("add-promo-codes", "--promotion", String(id), "--points", "5", "--count", "2", "--out", file);
  expect(made.out).toContain(`Файл: ${file}`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // A program gets JSON and nothing else.
  const argv = ["--promotion", String(id), "--points", "5", "--count", "2", "--out", `${file}.next`, "--json"];
  const forProgram = await run("add-promo-codes", ...argv);
  expect(JSON.parse(forProgram.out)).toMatchObject({ state: "done" });
  expect((await stat(`${file}.next`)).isFile()).toBe(true);
});

test("architecture: an act that a second operator has to agree to says so before and after, and nothing is done", async () => {
  const { id, phone } = await addPerson(club, { role: "member" });
  const argv = ["correct-points", phone, "credit", "11000", "--reason", "Приз года"];
  const tried = await run(...argv, "--dry-run");
  expect(tried.out).toContain("Нужно согласие второго оператора.");
  expect(tried.out).not.toContain("decide-request");
  const asked = await run(...argv);
  const [, request = ""] = /Ждёт второго оператора: npm run club -- decide-request (\S+)$/.exec(asked.out) ?? [];
  expect(await readBalance(club.db, id)).toBe(0);
  const events = club.db
    .selectFrom("audit_log")
    .select(["subject_id", "input"])
    .where("act", "=", "ask-second-operator");
  expect(await events.execute()).toEqual([{ subject_id: request, input: { act: "correct-points" } }]);
  expect(JSON.parse((await run(...argv, "--json")).out)).toMatchObject({
    state: "waiting",
    request_id: expect.any(String),
  });

  const looked = await run("decide-request", request);
  expect([looked.code, looked.out]).toEqual([0, expect.stringContaining("Нужно согласие второго оператора.")]);
  expect((await run("decide-request", "17", "no")).code).toBe(2);
  expect((await run("decide-request", request, "yes")).errors).toContain(`decide-request ${request} shows`);
  expect((await run("decide-request", request, "maybe")).code).toBe(2);
});

test("§1.3 the nightly check of the ledger ends with 1 where something differs, says what, and is remembered", async () => {
  const { id } = await addPerson(club, { role: "member" });
  const whole = await run("verify-ledger");
  expect([whole.code, whole.out]).toEqual([0, "The ledger holds."]);
  const night = await run("verify-ledger", "--new");
  expect([night.code, night.out]).toEqual([
    0,
    expect.stringMatching(
      /^New slices: 1; slices verified again: 0\.\nSealed up to entry \d+, digest [0-9a-f]{64}\.\nThe ledger holds\.$/,
    ),
  ]);
  const checked = async () =>
    (await club.db.selectFrom("settings").select("value").where("name", "=", "ledger_check").execute())[0]?.value;
  const byNight = await checked();
  await run("verify-ledger", "--new");
  expect(await checked()).not.toBe(byNight);
  await sql`insert into balances (user_id, points) values (${id}, 7) on conflict (user_id) do update set points = 7`.execute(
    club.db,
  );
  const differs = await run("verify-ledger");
  expect([differs.code, differs.out]).toEqual([1, `User ${id}: balance 7, entries 0\nDifferences: 1.`]);
  const check = await club.db
    .selectFrom("settings")
    .select("value")
    .where("name", "=", "ledger_check")
    .executeTakeFirst();
  expect(check).toBeDefined();
  await sql`delete from balances where user_id = ${id}`.execute(club.db);
});

test("architecture: whoever agrees to what has changed since ends with 1, reads what it is now, and agrees to that", async () => {
  const { id, phone } = await addPerson(club, { role: "member" });
  const asker = await addOperator(club, "asker", ["finance"]);
  const input = { person: phone, direction: "credit", points: "11000", reason: "Приз года" };
  const asked = await runAct(club.club.services, asker, findAct("correct-points"), input);
  const request = asked.state === "waiting" ? asked.requestId : "";
  const stale = await run("decide-request", request, "yes", "--seen", "0".repeat(64));
  expect([stale.code, stale.out]).toEqual([
    1,
    expect.stringMatching(/^С тех пор данные изменились, и ничего не сделано/),
  ]);
  expect(await readBalance(club.db, id)).toBe(0);
  const [, seen = ""] = / yes --seen (\S+)$/.exec(stale.out) ?? [];
  expect((await run("decide-request", request, "yes", "--seen", seen)).code).toBe(0);
  expect(await readBalance(club.db, id)).toBe(11_000);
});

test("§1.11 what a file of contents doesn't name stays, and what is wrong in it is named by its place", async () => {
  const write = async (content: object | string) => {
    const file = path.join(club.dataDir, "content.json");
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const socials = [{ name: "VK", url: "https://vk.com/club" }];
  await run("set-content", await write({ links: { socials, privacy_policy: "https://club.test/p.html" } }));
  await run(
    "set-content",
    await write({ links: { where_to_buy: "https://club.test/shops" }, articles: [], rules: [] }),
  );
  expect(await readLinks(club.db)).toMatchObject({
    socials,
    where_to_buy: "https://club.test/shops",
    privacy_policy: "https://club.test/p.html",
  });
  const count = async (table: "articles" | "rules_documents") =>
    (
      await club.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow()
    ).count;
  expect(await count("articles")).toBeGreaterThan(1);
  expect(await count("rules_documents")).toBe(0);
  const refused = async (content: object | string) => {
    const { code, errors } = await run("set-content", await write(content));
    expect(code).toBe(2);
    return errors;
  };
  expect(await refused({ articles: [{ code: "A", name: "Б", manager_points: -1, member_points: 1 }] })).toContain(
    "articles.0.manager_points",
  );
  expect(await refused({ rules: [{ code: "unknown", title: "П", text: "Т" }] })).toContain("rules.0.code");
  expect(await refused({ rule: [] })).toContain("rule");
  expect(await refused("{")).toContain("is not JSON");
  expect(await readFile(await write({}), "utf8")).toBe("{}");
  expect((await run("set-content", await write({}))).out).toContain("Set: nothing.");
});
