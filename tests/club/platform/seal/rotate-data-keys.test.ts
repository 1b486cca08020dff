import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { prepareDataKeys, readDataKeyFile, writeDataKeyFile } from "../../../../club/platform/seal/data-key";
import { createSeal, HEADER_BYTES, headerOf, type Seal } from "../../../../club/platform/seal/seal";
import { SEALED_COLUMNS } from "../../../../club/platform/seal/sealed-columns";
import { openTestDatabase, type TestDatabase } from "../../../setup/database";

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const PASSPORT = Buffer.concat([Buffer.from("%PDF"), Buffer.alloc(200_000, 5)]);

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "club-rotate-"));
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function run(command: string, environment: Record<string, string> = {}) {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(
    [command],
    { print: (line) => out.push(line), printError: (line) => errors.push(line) },
    { NODE_ENV: "test", DATABASE_URL: database.connectionString, DATA_DIR: dataDir, ...environment },
  );
  return { code, out: out.join("\n"), errors: errors.join("\n") };
}

/** A person with a passport and a card payout, sealed by `seal`. */
async function addSealedRows({ seal }: Seal) {
  const phone = `7999${String(Math.floor(Math.random() * 1e7)).padStart(7, "0")}`;
  const { id } = await database.db
    .insertInto("users")
    .values({ role: "member", first_name: "Анна", last_name: "Ли", phone, email: `${phone}@example.org` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto("documents")
    .values({
      user_id: id,
      answers_sealed: seal("documents.answers_sealed", Buffer.from("{}")),
      passport_main_sealed: seal("documents.passport_main_sealed", PASSPORT),
      passport_registration_sealed: Buffer.alloc(0),
    })
    .execute();
  const prize = await database.db
    .insertInto("prizes")
    .values({ handler_system_name: "card", name: "На карту", price: 10 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto("exchanges")
    .values({
      user_id: id,
      prize_id: prize.id,
      price: 10,
      basket_uuid: "b",
      recipient_sealed: seal("exchanges.recipient_sealed", Buffer.from("2200000000000004")),
    })
    .execute();
}

async function readSealed() {
  const documents = await database.db.selectFrom("documents").selectAll().execute();
  const exchanges = await database.db.selectFrom("exchanges").selectAll().execute();
  return {
    passports: documents.map((row) => row.passport_main_sealed),
    cards: exchanges.map((row) => row.recipient_sealed ?? Buffer.alloc(0)),
  };
}

describe("a sealed value", () => {
  test("architecture: it opens only in the column that it was sealed for", () => {
    const seal = createSeal(() => [OLD]);
    const sealed = seal.seal("exchanges.recipient_sealed", "2200000000000004");
    expect(seal.open("exchanges.recipient_sealed", sealed).toString()).toBe("2200000000000004");
    expect(() => seal.open("exchanges.card_holder_sealed", sealed)).toThrow();
    expect(() => seal.open("documents.answers_sealed", sealed)).toThrow();
  });

  test("architecture: the newest key seals, and every known one opens", () => {
    const before = createSeal(() => [OLD]).seal("documents.answers_sealed", "{}");
    const seal = createSeal(() => [NEW, OLD]);
    expect(seal.open("documents.answers_sealed", before).toString()).toBe("{}");
    const after = seal.seal("documents.answers_sealed", "{}");
    expect(() => createSeal(() => [OLD]).open("documents.answers_sealed", after)).toThrow();
    expect(
      createSeal(() => [NEW])
        .open("documents.answers_sealed", after)
        .toString(),
    ).toBe("{}");
  });

  test("architecture: every sealed column of the database is rotated", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = current_schema() and column_name like '%sealed%'
    `.execute(database.db);
    const known = Object.entries(SEALED_COLUMNS).flatMap(([table, columns]) =>
      columns.map((name) => `${table}.${name}`),
    );
    expect(known.sort()).toEqual(rows.map(({ name }) => name).sort());
  });
});

describe("the rotation of the data key", () => {
  test("architecture: all values are sealed with a new key, a running portal follows, and the old key is dropped", async () => {
    const running = createSeal(await prepareDataKeys(database.db, { dataKeys: null, dataDir }));
    const [old = OLD] = readDataKeyFile(dataDir) ?? [];
    await addSealedRows(createSeal(() => [old]));
    await addSealedRows(running);

    // Two rows of documents, two exchanges.
    expect(await run("rotate-data-key")).toMatchObject({ code: 0, out: expect.stringContaining("4 rows") });
    const keys = readDataKeyFile(dataDir) ?? [];
    expect(keys).toEqual([expect.any(Buffer), old]);
    expect((await stat(path.join(dataDir, "club-data-key"))).mode & 0o777).toBe(0o600);
    const onlyNew = createSeal(() => keys.slice(0, 1));
    const { passports, cards } = await readSealed();
    for (const passport of passports)
      expect(onlyNew.open("documents.passport_main_sealed", passport)).toEqual(PASSPORT);
    for (const card of cards) {
      expect(onlyNew.open("exchanges.recipient_sealed", card).toString()).toBe("2200000000000004");
      expect(running.open("exchanges.recipient_sealed", card).toString()).toBe("2200000000000004");
    }
    const sealedMeanwhile = running.seal("exchanges.recipient_sealed", "4111");
    expect(sealedMeanwhile.subarray(0, HEADER_BYTES)).toEqual(headerOf(keys[0] ?? OLD));

    expect(await run("drop-old-data-keys")).toMatchObject({ code: 0, out: "Removed keys: 1." });
    expect(readDataKeyFile(dataDir)).toEqual(keys.slice(0, 1));
    // The next start opens its probe with the new key alone.
    await prepareDataKeys(database.db, { dataKeys: null, dataDir });
    expect((await run("list-unconfirmed-managers")).code).toBe(0);
  });

  test("architecture: while the file of the keys is away or damaged, a running portal works with those that it had", async () => {
    const running = createSeal(await prepareDataKeys(database.db, { dataKeys: null, dataDir }));
    const sealed = running.seal("documents.answers_sealed", "{}");
    const file = path.join(dataDir, "club-data-key");
    const content = await readFile(file, "utf8");
    const opens = () => running.open("documents.answers_sealed", sealed).toString();
    await rm(file);
    expect(opens()).toBe("{}");
    await writeFile(file, "damaged");
    expect(opens()).toBe("{}");
    await writeFile(file, `${NEW.toString("hex")}\n${content}`);
    expect(opens()).toBe("{}");
    const header = running.seal("documents.answers_sealed", "{}").subarray(0, HEADER_BYTES);
    expect(header).toEqual(headerOf(NEW));
  });

  test("architecture: a rotation that was broken off goes on with the same key, and rows that are done stay as they are", async () => {
    await prepareDataKeys(database.db, { dataKeys: null, dataDir });
    const [old = OLD] = readDataKeyFile(dataDir) ?? [];
    await addSealedRows(createSeal(() => [old]));
    await run("rotate-data-key");
    const done = await readSealed();
    const keys = readDataKeyFile(dataDir);
    await addSealedRows(createSeal(() => [old]));
    expect(await run("drop-old-data-keys")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("rotate-data-key"),
    });
    expect(await run("rotate-data-key")).toMatchObject({ code: 0, out: expect.stringContaining("2 rows") });
    expect(readDataKeyFile(dataDir)).toEqual(keys);
    const { passports } = await readSealed();
    expect(passports).toContainEqual(done.passports[0]);
  });

  test("architecture: a value that no key opens ends the rotation, and no key is lost", async () => {
    await prepareDataKeys(database.db, { dataKeys: null, dataDir });
    await addSealedRows(createSeal(() => [NEW]));
    expect(await run("rotate-data-key")).toMatchObject({ code: 1, errors: expect.stringContaining("answers_sealed") });
    expect(readDataKeyFile(dataDir)).toHaveLength(2);
    expect(await run("drop-old-data-keys")).toMatchObject({ code: 1 });
    expect(readDataKeyFile(dataDir)).toHaveLength(2);
  });

  test("architecture: with CLUB_DATA_KEY the operator puts the new key in front, and no file is written", async () => {
    const one = { CLUB_DATA_KEY: OLD.toString("hex") };
    const two = { CLUB_DATA_KEY: `${NEW.toString("hex")}, ${OLD.toString("hex")}` };
    expect((await run("list-unconfirmed-managers", one)).code).toBe(0);
    await addSealedRows(createSeal(() => [OLD]));
    expect(await run("rotate-data-key", one)).toMatchObject({ code: 1, errors: expect.stringContaining("in front") });
    expect((await run("rotate-data-key", two)).code).toBe(0);
    expect(await run("drop-old-data-keys", two)).toMatchObject({
      errors: expect.stringContaining("Leave only the first"),
    });
    expect(readDataKeyFile(dataDir)).toBeNull();
    expect((await run("list-unconfirmed-managers", { CLUB_DATA_KEY: NEW.toString("hex") })).code).toBe(0);
    expect((await run("list-unconfirmed-managers", one)).code).toBe(1);
  });

  test("architecture: a file of several keys is refused when one of them is damaged", () => {
    writeDataKeyFile(dataDir, [NEW, OLD]);
    expect(readDataKeyFile(dataDir)).toEqual([NEW, OLD]);
    writeDataKeyFile(dataDir, [NEW, Buffer.alloc(3)]);
    expect(() => readDataKeyFile(dataDir)).toThrow(/damaged/);
  });
});
