import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { findPerson } from "../../../../club/people/accounts/find-person";
import { startEmbeddedPostgres } from "../../../../club/platform/db/embedded/start";
import { readBalance } from "../../../../club/points/ledger";
import { login, loginByRedirect, profile, restorePassword } from "../../../../contract/accounts";
import { faq, menu, rules } from "../../../../contract/content";
import { bundlePrograms } from "../../../setup/bundled-programs";
import { openTestClub, type TestClub } from "../../../setup/club";

let club: TestClub;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
});
afterAll(() => club.close());

async function run(...argv: string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const environment = { ...process.env, ...club.environment };
  const output = { print: (line: string) => out.push(line), printError: (line: string) => errors.push(line) };
  const code = await runCommand(argv, output, environment);
  return { code, out, errors };
}

async function listUnconfirmed(): Promise<string[][]> {
  const { out } = await run("list-unconfirmed-managers", "--json");
  return JSON.parse(out[0] ?? "").rows.map((row: { cells: string[] }) => row.cells);
}

describe("architecture: the operator's command line", () => {
  it("architecture: help lists every command, an unknown one is reported and ends with 2", async () => {
    const help = await run("help");
    expect(help.code).toBe(0);
    for (const name of [
      "add-curator",
      "add-promotion",
      "add-promo-codes",
      "add-prize",
      "set-withdrawal-status",
      "ledger",
    ]) {
      expect(help.out.join("\n")).toContain(name);
    }
    expect(await run("sudo")).toMatchObject({ code: 2, errors: [expect.stringContaining("'sudo'")] });
    expect((await run("ledger")).code).toBe(2);
    expect((await run("ledger", "--colour", "red", "79000000003")).code).toBe(2);
    expect((await run("ledger", "79990001122")).errors[0]).toContain("Участника 79990001122 нет");
  });

  it("§1.2 a curator is added with the company, gets a link by e-mail, sets the password with it once and can log in", async () => {
    const who = [
      "--last-name",
      "Ильин",
      "--first-name",
      "Фёдор",
      "--phone",
      "8 900 111-22-33",
      "--email",
      "ilyin@example.org",
    ];
    const added = await run("add-curator", ...who, "--company", "Южные запчасти", "--inn", "7700300010");
    expect(added).toMatchObject({ code: 0, errors: [] });
    const { text } = await club.lastMessage("ilyin@example.org", "Задайте пароль по ссылке");
    // No password that lasts, only the link.
    expect(text).not.toContain("Пароль:");
    expect(added.out.join("\n")).not.toContain("check_word");
    const { expires_at } = await club.db.selectFrom("password_resets").select("expires_at").executeTakeFirstOrThrow();
    expect(Math.round((expires_at.getTime() - club.clock.now().getTime()) / 3_600_000)).toBe(72);
    const { searchParams } = new URL(/http\S+check_word=\S+/.exec(text)?.[0] ?? "");
    const password = "вал-и-шестерня";
    const link = { check_word: searchParams.get("check_word") ?? "", email: searchParams.get("email") ?? "" };
    await club.ask(restorePassword, { ...link, new_password: password });
    expect((await club.call(restorePassword, { ...link, new_password: "другой-пароль" })).status).toBe(422);
    const session = await club.ask(login, { login: "79001112233", password });
    expect(session.promo_group.system_name).toBe("curator");
    expect((await run("add-curator", ...who, "--company", "Другая", "--inn", "5000300099")).code).toBe(2);
    expect((await run("add-curator", ...who, "--company", "Другая", "--inn", "5000300098")).errors[0]).toContain(
      "5000300098",
    );
  });

  it("§4.2 a participant is logged out everywhere, and may log in again", async () => {
    const tokens = [await club.logIn("79000000002"), await club.logIn("manager@example.com")];
    const other = await club.logIn("79000000003");
    const done = await run("log-out-person", "8 900 000-00-02");
    expect([done.code, done.out[0]]).toEqual([0, expect.stringMatching(/завершено входов: 2\.$/)]);
    for (const token of tokens) expect((await club.call(profile, {}, { token })).status).toBe(401);
    expect((await club.call(profile, {}, { token: other })).status).toBe(200);
    await club.logIn("79000000002");
    expect((await run("log-out-person", "79990001122")).code).toBe(2);
  });

  it("§1.5 a promotion is added with articles and generated codes, and nothing of it when an article is unknown", async () => {
    const bad = await run("add-promotion", "--name", "Никакая", "--article", "OF-1012", "--article", "NO-1");
    expect(bad).toMatchObject({ code: 2, errors: [expect.stringContaining("NO-1"), expect.any(String)] });
    const added = await run("add-promotion", "--name", "Ремень", "--article", "VB-8210", "--start", "2026-01-01");
    expect(added).toMatchObject({ code: 0, errors: [] });
    const promotion = await club.db
      .selectFrom("promotions")
      .select("id")
      .where("name", "=", "Ремень")
      .executeTakeFirst();
    const id = String(promotion?.id);
    const file = path.join(club.dataDir, "codes.csv");
    const made = ["--promotion", id, "--points", "70", "--count", "5", "--prefix", "rem-", "--out", file];
    expect(await run("add-promo-codes", ...made)).toMatchObject({ code: 0, errors: [] });
    const text = await readFile(file, "utf8");
    const [title, ...codes] = text.split("\r\n").filter(Boolean);
    // A file that is there may be the only copy of what it holds.
    expect((await run("add-promo-codes", ...made)).code).not.toBe(0);
    expect(await readFile(file, "utf8")).toBe(text);
    expect(title).toBe("\uFEFFПромокод");
    expect(new Set(codes).size).toBe(5);
    expect(codes[0]).toMatch(/^REM[A-Z2-9]{8}$/);
    expect(
      (await run("add-promo-codes", "--promotion", id, "--points", "70", "--code", "demo 100")).errors[0],
    ).toContain("DEMO-100");
    const names = await club.db
      .selectFrom("promotions")
      .select("name")
      .where("name", "in", ["Никакая", "Ремень"])
      .execute();
    expect(names).toEqual([{ name: "Ремень" }]);
  });

  it("§1.6 a prize is added with sizes and a picture that the club serves", async () => {
    const file = path.join(club.dataDir, "scarf.svg");
    await writeFile(file, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const added = await run(
      "add-prize",
      "--name",
      "Шарф",
      "--price",
      "700",
      "--handler",
      "souvenir",
      "--size",
      "S=3",
      "--picture",
      file,
    );
    expect(added).toMatchObject({ code: 0, errors: [] });
    const prize = await club.db.selectFrom("prizes").selectAll().where("name", "=", "Шарф").executeTakeFirstOrThrow();
    expect((await fetch(new URL(prize.image_url, club.origin))).status).toBe(200);
    const sizes = await club.db
      .selectFrom("prize_sizes")
      .select(["value", "stock"])
      .where("prize_id", "=", prize.id)
      .execute();
    expect(sizes).toEqual([{ value: "S", stock: 3 }]);
    expect((await run("add-prize", "--name", "Шарф", "--price", "-1", "--handler", "souvenir")).code).toBe(2);
  });

  it("§1.11 links, legal papers, rules, questions and articles are set from a file; an unreadable one changes nothing", async () => {
    const write = async (content: object) => {
      const file = path.join(club.dataDir, "content.json");
      await writeFile(file, JSON.stringify(content));
      return file;
    };
    await writeFile(path.join(club.dataDir, "paper.pdf"), "%PDF-1.7 paper");
    const before = (await club.ask(menu, {})).data;
    const questions = [{ question: "Когда откроется клуб?", answer: "Завтра." }];
    for (const links of [
      { privacy_policy: "missing.pdf" },
      { privacy_policy: "content.json" },
      { telegram: "@club" },
    ]) {
      expect((await run("set-content", await write({ questions, links }))).code).toBe(2);
    }
    expect((await club.ask(menu, {})).data).toEqual(before);
    expect((await club.ask(faq, {})).items.length).toBeGreaterThan(1);

    const content = {
      links: { support: { phone: "74951234567", email: "help@club.ru" }, privacy_policy: "paper.pdf" },
      questions,
      rules: [{ code: "retail-rules", title: "Правила", text: "1. О программе", pdf: "paper.pdf" }],
      articles: [{ code: "OF-1012", name: "Фильтр", manager_points: 3, member_points: 4 }],
    };
    expect(await run("set-content", await write(content))).toMatchObject({ code: 0, errors: [] });
    const links = (await club.ask(menu, {})).data;
    expect(links).toEqual({ ...before, support: content.links.support, privacy_policy: links.privacy_policy });
    expect(await (await fetch(club.origin + links.privacy_policy)).text()).toBe("%PDF-1.7 paper");
    expect((await club.ask(faq, {})).items).toMatchObject(questions);
    expect((await club.ask(rules, {})).items).toEqual([
      { code: "retail-rules", title: "Правила", text: "1. О программе", link: links.privacy_policy },
    ]);
    const articles = await club.db.selectFrom("articles").selectAll().orderBy("code").execute();
    expect(articles.length).toBeGreaterThan(1);
    expect(articles).toContainEqual(expect.objectContaining(content.articles[0]));
  });

  it("§3.10 a rejected withdrawal returns its points, and the ledger still holds", async () => {
    const order = await club.db
      .selectFrom("exchanges")
      .innerJoin("users", "users.id", "exchanges.user_id")
      .select(["exchanges.id", "price", "user_id"])
      .where("users.phone", "=", "79000000003")
      .where("status", "=", "new")
      .executeTakeFirstOrThrow();
    const before = await readBalance(club.db, order.user_id);
    expect((await run("set-withdrawal-status", String(order.id), "rejected")).code).toBe(2);
    expect((await run("set-withdrawal-status", String(order.id), "rejected", "--reason", "Нет связи")).code).toBe(0);
    expect(await readBalance(club.db, order.user_id)).toBe(before + order.price);
    const printed = await run("ledger", "member@example.com");
    expect(printed.out.at(-1)).toBe(`Balance: ${before + order.price}`);
    expect(await run("verify-ledger")).toMatchObject({ code: 0, out: ["The ledger holds."] });
    await club.db.updateTable("balances").set({ points: before }).where("user_id", "=", order.user_id).execute();
    expect((await run("verify-ledger")).code).toBe(1);
  });

  it("§5.6 a participant's entries and waiting credits are printed in their order, and nobody else's", async () => {
    const member = await findPerson(club.club.services, "member@example.com");
    const other = await findPerson(club.club.services, "79000000001");
    const credit = { amount: 5, reason: "correction" as const, action: "Ждёт" };
    await club.db
      .insertInto("pending_credits")
      .values([
        { ...credit, user_id: member.id, reference: "first" },
        { ...credit, user_id: other.id, reference: "other" },
        { ...credit, user_id: member.id, reference: "second" },
      ])
      .execute();
    try {
      const { out } = await run("ledger", "member@example.com");
      const entries = await club.db
        .selectFrom("ledger_entries")
        .select(["action", "balance_after"])
        .where("user_id", "=", member.id)
        .orderBy("id")
        .execute();
      expect(out).toHaveLength(entries.length + 4);
      for (const [place, { action, balance_after }] of entries.entries()) {
        expect(out[place + 1]).toContain(` ${balance_after}  `);
        expect(out[place + 1]).toContain(action);
      }
      expect(out.slice(-3, -1)).toEqual(
        ["first", "second"].map((reference) => expect.stringMatching(`^waiting +\\+5 +correction ${reference}  Ждёт$`)),
      );
    } finally {
      await club.db.deleteFrom("pending_credits").where("action", "=", "Ждёт").execute();
    }
  });

  it("§6.4 managers who wait for a confirmation are listed, and confirmed one by one", async () => {
    expect(await listUnconfirmed()).toEqual([]);
    const curator = await club.db
      .selectFrom("users")
      .select("id")
      .where("phone", "=", "79000000001")
      .executeTakeFirstOrThrow();
    const newcomer = { role: "manager", phone: "79001112299", last_name: "Рыбин", first_name: "Олег" } as const;
    const { id } = await club.db
      .insertInto("users")
      .values({ ...newcomer, email: "r@example.org", curator_id: curator.id, phone_confirmed_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await listUnconfirmed()).toEqual([["Рыбин Олег", "79001112299", expect.stringMatching(/\S/)]]);
    expect((await run("confirm-manager", "79000000001")).errors[0]).toContain("не менеджер дистрибьютора");
    expect((await run("confirm-manager", "8 900 111-22-99")).code).toBe(0);
    const person = await club.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(person.distributor_confirmed_at).not.toBeNull();
    expect(await listUnconfirmed()).toEqual([]);
  });

  it("§8.5 documents that wait are accepted or rejected, and only those", async () => {
    expect((await run("accept-documents", "79000000003")).errors[0]).toContain("решения не ждут");
    const { id } = await club.db
      .selectFrom("users")
      .select("id")
      .where("phone", "=", "79000000003")
      .executeTakeFirstOrThrow();
    const sealed = Buffer.from("sealed");
    await club.db
      .insertInto("documents")
      .values({
        user_id: id,
        answers_sealed: sealed,
        passport_main_sealed: sealed,
        passport_registration_sealed: sealed,
      })
      .execute();
    expect((await run("reject-documents", "79000000003")).code).toBe(2);
    expect((await run("reject-documents", "79000000003", "--reason", "Скан не читается")).code).toBe(0);
    const { status, reason } = await club.db
      .selectFrom("documents")
      .selectAll()
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    expect({ status, reason }).toEqual({ status: "rejected", reason: "Скан не читается" });
  });

  it("§2.4.5 a redirect token's link logs its person in, once", async () => {
    const { out } = await run("redirect-token", "79000000003");
    const token = new URL(/http\S+/.exec(out.join("\n"))?.[0] ?? "").searchParams.get("token") ?? "";
    expect((await club.ask(loginByRedirect, { token })).promo_group.system_name).toBe("member");
    expect((await club.call(loginByRedirect, { token })).refusal).toBeDefined();
  });

  it("architecture: a command uses the PostgreSQL of a running portal and leaves it running", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "club-cli-"));
    const log = { info: () => undefined, warn: () => undefined };
    const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
    try {
      const cli = path.join(await bundlePrograms(path.join(dataDir, "programs"), { cli: "club/cli.ts" }), "cli.js");
      const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
      const command = (...argv: string[]) => promisify(execFile)(process.execPath, [cli, ...argv], { env });
      expect((await command("verify-ledger")).stdout).toContain("The ledger holds.");
      const second = await command("ledger", "1@example.org").catch((error: { code: number; stderr: string }) => error);
      expect(second).toMatchObject({ code: 2 });
      // A reader that wants no more, such as `head`, breaks nothing off.
      const unread = spawn(process.execPath, [cli, "doctor"], { env });
      unread.stdout.destroy();
      let errors = "";
      unread.stderr.on("data", (data: Buffer) => {
        errors += data;
      });
      await new Promise((done) => unread.once("close", done));
      expect(errors).toBe("");
    } finally {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
