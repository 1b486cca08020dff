import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newcomers, retailCompanies } from "../../../club/demo/companies";
import { DEMO_MARKER, demoAccounts } from "../../../club/demo/demo-accounts";
import { DemoDataError, refuseDemoData } from "../../../club/demo/refuse-demo-data";
import { seedClub } from "../../../club/demo/seed";
import { verifyPassword } from "../../../club/people/accounts/password";
import { openDatabase } from "../../../club/platform/db/open";
import { createSeal } from "../../../club/platform/seal/seal";
import type { Services } from "../../../club/platform/services";
import { readBalance } from "../../../club/points/ledger";
import { verifyLedger } from "../../../club/points/verify-ledger";
import { parseReport } from "../../../club/sales/deals/parse-report";
import { innChecksumHolds, isName } from "../../../contract/fields";
import { configureClub } from "../../setup/club";
import { openTestDatabase, type TestDatabase } from "../../setup/database";
import { LOW_COST } from "../../setup/low-cost-password";

const now = new Date("2026-03-20T09:00:00Z");
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

function servicesOn(db: Services["db"]): Services {
  return {
    db,
    sharedDb: db,
    jobs: { send: async () => undefined, wake: () => undefined },
    seal: createSeal(() => [Buffer.alloc(32, 7)]),
    settings: configureClub("", "", true).settings,
    companyRegister: null,
    readReplica: null,
    identityProvider: null,
    log: quiet,
    countAlarm: () => undefined,
    countDelivery: () => undefined,
    countJob: () => undefined,
    now: () => now,
  };
}

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const second = await openDatabase({ databaseUrl: database.connectionString, dataDir: "", log: quiet });
  // Two nodes at once on an empty database.
  await Promise.all([
    seedClub(servicesOn(database.db), { demo: true }),
    seedClub(servicesOn(second.db), { demo: true }),
  ]);
  await second.close();
});
afterAll(() => database.close());

describe("seeds", () => {
  it("architecture: two nodes that start at once seed an empty database once, and a third start changes nothing", async () => {
    const count = () =>
      database.db
        .selectFrom("ledger_entries")
        .select((all) => all.fn.countAll().as("n"))
        .executeTakeFirstOrThrow();
    const before = await count();
    await seedClub(servicesOn(database.db), { demo: true });
    expect(await count()).toEqual(before);
    const companies = await database.db.selectFrom("companies").select(["kind"]).execute();
    expect(companies.filter(({ kind }) => kind === "distributor")).toHaveLength(3);
    expect(companies.filter(({ kind }) => kind === "retail")).toHaveLength(40);
  });

  it("§5.3 everybody's name follows the alphabet of names", async () => {
    const columns = ["first_name", "last_name", "sur_name"] as const;
    const people = await database.db.selectFrom("users").select(columns).execute();
    const invited = await database.db.selectFrom("invites").select(columns).execute();
    const names = [...people, ...invited].flatMap((person) => columns.map((column) => person[column]));
    expect(names.filter((name) => name !== "" && !isName(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(100);
  });

  it("§1.1 there is a demo account of every kind, confirmed, with its password; all but the newcomer accepted the rules", async () => {
    for (const { phone, email, password } of demoAccounts) {
      const person = await database.db
        .selectFrom("users")
        .selectAll()
        .where("phone", "=", phone)
        .executeTakeFirstOrThrow();
      expect(person.email).toBe(email);
      expect(person.phone_confirmed_at).not.toBeNull();
      expect(person.agreement_accepted_at === null).toBe(email === "member-new@example.com");
      expect(await verifyPassword(password, person.password_hash, LOW_COST)).toBe(true);
    }
    const kinds = await database.db.selectFrom("users").select(["role", "is_system"]).distinct().execute();
    expect(kinds).toHaveLength(6);
  });

  it("§1.3 the demo member belongs to the demo manager, who belongs to the demo curator, and has points and purchases", async () => {
    const [curator, manager, member] = await Promise.all(
      demoAccounts
        .slice(0, 3)
        .map(({ phone }) =>
          database.db.selectFrom("users").selectAll().where("phone", "=", phone).executeTakeFirstOrThrow(),
        ),
    );
    expect(manager?.curator_id).toBe(curator?.id);
    expect(member?.manager_id).toBe(manager?.id);
    expect(member?.curator_id).toBe(curator?.id);
    const balance = await readBalance(database.db, member?.id ?? 0);
    expect(balance).toBeGreaterThan(2000);
    expect(balance).toBeLessThan(10_000);
    const deals = await database.db
      .selectFrom("deals")
      .select("sell_date")
      .where("member_id", "=", member?.id ?? 0)
      .orderBy("sell_date")
      .execute();
    expect(deals.length).toBeGreaterThan(100);
    expect((deals[0]?.sell_date ?? "9") < "2025-04-20").toBe(true);
    expect((deals.at(-1)?.sell_date ?? "9") < "2026-03-20").toBe(true);
  });

  it("§1.3 the ledger of the demo holds, and the newcomer's points wait for the rules", async () => {
    expect(await verifyLedger(database.db)).toEqual([]);
    const waiting = await database.db
      .selectFrom("pending_credits")
      .innerJoin("users", "users.id", "pending_credits.user_id")
      .select("users.email")
      .distinct()
      .execute();
    expect(waiting).toEqual([{ email: "member-new@example.com" }]);
  });

  it("§3.10 everybody's history reads newest first: the entries' order is that of their dates", async () => {
    const entries = await database.db
      .selectFrom("ledger_entries")
      .select(["user_id", "created_at"])
      .orderBy("user_id")
      .orderBy("id")
      .execute();
    const steps = entries.slice(1).map((entry, index) => ({ entry, before: entries[index] }));
    const back = steps.filter(
      ({ entry, before }) => before?.user_id === entry.user_id && before.created_at > entry.created_at,
    );
    expect(entries.length).toBeGreaterThan(1000);
    expect(back).toEqual([]);
  });

  it("§1.3 a seeded report that is uploaded again would count nothing twice", async () => {
    const reports = await database.db.selectFrom("report_files").selectAll().orderBy("id", "desc").limit(3).execute();
    for (const report of reports) {
      const { rows } = await parseReport(servicesOn(database.db), {
        curatorId: report.curator_id,
        content: report.content,
      });
      const deals = await database.db
        .selectFrom("deals")
        .select("fingerprint")
        .where("file_id", "=", report.id)
        .execute();
      expect(deals.length).toBeGreaterThan(10);
      const planned = rows.map((row) => ("deal" in row ? row.deal.fingerprint.toString("hex") : row.errors));
      expect(planned.sort()).toEqual(deals.map(({ fingerprint }) => fingerprint.toString("hex")).sort());
    }
  });

  it("§5.6 every INN of the seeds holds its check digits, in both lengths and with leading zeros, and 60 newcomers are free", async () => {
    const inns = [...retailCompanies, ...newcomers].map(({ inn }) => inn);
    expect(inns.filter((inn) => !innChecksumHolds(inn))).toEqual([]);
    expect(new Set(inns).size).toBe(inns.length);
    expect(retailCompanies.some(({ inn }) => inn.length === 12)).toBe(true);
    expect(retailCompanies.some(({ inn }) => inn.startsWith("0"))).toBe(true);
    const free = await database.db
      .selectFrom("legal_entities")
      .select("inn")
      .where("inn", "not in", (from) => from.selectFrom("companies").select("companies.inn"))
      .execute();
    expect(free.length).toBeGreaterThanOrEqual(60);
  });

  it("§4.4 the banner about new gifts is for those who collect points", async () => {
    const banners = await database.db.selectFrom("banners").select("role").execute();
    expect(banners.map(({ role }) => role).sort()).toEqual(["curator", "manager", "member"]);
  });

  it("§8.1 the questions name pages as the menu does, and gifts by one word", async () => {
    const questions = await database.db.selectFrom("questions").select(["question", "answer"]).execute();
    const text = JSON.stringify(questions);
    for (const word of ["«Мои покупки»", "«Приглашения»"]) expect(text).toContain(word);
    expect(text).not.toMatch(/Мои закупки|«Пригласить»|Сейлз|Ритейл|(?<!\p{L})[Пп]риз(?:а|ы|ов)?(?!\p{L})/u);
  });

  it("§1.6 there are prizes of the four kinds, certificates of two retailers, and every picture is stored", async () => {
    const prizes = await database.db.selectFrom("prizes").selectAll().execute();
    expect(new Set(prizes.map((prize) => prize.handler_system_name))).toEqual(
      new Set(["phone", "card", "giftery", "souvenir"]),
    );
    expect(new Set(prizes.flatMap((prize) => prize.retailer || []))).toEqual(new Set(["Лента", "М.Видео"]));
    const files = new Set(
      (await database.db.selectFrom("files").select("name").execute()).map(({ name }) => `/media/${name}`),
    );
    const promotions = await database.db.selectFrom("promotions").selectAll().execute();
    for (const { image_url } of [...prizes, ...promotions]) expect(files).toContain(image_url);
  });

  it("§1.5 promotions lie in the past, the present and the future of the day of the seed", async () => {
    const promotions = await database.db.selectFrom("promotions").selectAll().execute();
    const today = "2026-03-20";
    const when = promotions.map(({ date_start, date_end }) =>
      date_end && date_end < today ? "past" : date_start && date_start > today ? "upcoming" : "current",
    );
    expect(new Set(when)).toEqual(new Set(["past", "upcoming", "current"]));
  });

  it("§2.1.7 the five rules documents are there with a text and a PDF that carries its own fonts", async () => {
    const documents = await database.db
      .selectFrom("rules_documents")
      .innerJoin("files", "files.name", "rules_documents.file_name")
      .select(["code", "text", "content", "content_type"])
      .execute();
    expect(documents.map(({ code }) => code).sort()).toEqual([
      "curator-rules",
      "head-of-ctr-rules",
      "manager-ctr-rules",
      "retail-rules",
      "sales-rules",
    ]);
    for (const { text, content, content_type } of documents) {
      expect(text.length).toBeGreaterThan(1000);
      expect(content_type).toBe("application/pdf");
      expect(content.subarray(0, 5).toString("latin1")).toBe("%PDF-");
      expect(content.toString("latin1")).toContain("/FontFile2");
    }
  });

  it("§1.11 privacy policy and consent are documents of the club's own", async () => {
    const readLinks = async () => {
      const setting = await database.db
        .selectFrom("settings")
        .select("value")
        .where("name", "=", "links")
        .executeTakeFirstOrThrow();
      return JSON.parse(setting.value) as Record<string, string>;
    };
    const readFiles = () =>
      database.db
        .selectFrom("files")
        .select(["name", "content"])
        .where("name", "~", "^(privacy-policy|personal-data-consent)-")
        .execute();
    const links = await readLinks();
    expect(links.privacy_policy).toMatch(/^\/media\/privacy-policy-\w+\.pdf$/);
    expect(links.personal_data_consent).toMatch(/^\/media\/personal-data-consent-\w+\.pdf$/);
    const files = await readFiles();
    expect(files.map(({ name }) => `/media/${name}`).sort()).toEqual(
      [links.privacy_policy, links.personal_data_consent].sort(),
    );
    for (const { content } of files) {
      const pages = content.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
      expect(pages).toBeGreaterThanOrEqual(1);
      expect(pages).toBeLessThanOrEqual(3);
    }
  });

  it("architecture: a real club refuses the data of a demo", async () => {
    const { db } = database;
    await expect(refuseDemoData(db)).rejects.toThrow(DemoDataError);
    await expect(refuseDemoData(db)).rejects.toThrow(/seeded as a demo/);
    const marks = await db.deleteFrom("settings").where("name", "=", DEMO_MARKER).returningAll().execute();
    expect(marks).toHaveLength(1);
    await expect(refuseDemoData(db)).rejects.toThrow(/placeholders of a demo/);
    await db.insertInto("settings").values(marks).execute();
  });

  it("§1.6 a real club starts without invented goods, papers and contacts, and stays so when it is opened as a demo by mistake", async () => {
    const empty = await openTestDatabase();
    try {
      await seedClub(servicesOn(empty.db), { demo: false });
      expect((await empty.db.selectFrom("segments").select("id").execute()).length).toBeGreaterThan(3);
      await seedClub(servicesOn(empty.db), { demo: true });
      const tables = ["users", "promo_codes", "prizes", "articles", "questions", "rules_documents", "files"] as const;
      for (const table of tables) {
        const rows = await empty.db
          .selectFrom(table)
          .select((all) => all.fn.countAll<number>().as("n"))
          .execute();
        expect([table, ...rows]).toEqual([table, { n: 0 }]);
      }
      expect(await empty.db.selectFrom("settings").select("name").execute()).toEqual([{ name: "seeded_content" }]);
    } finally {
      await empty.close();
    }
  });
});
