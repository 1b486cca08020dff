import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../../../../club/operators/cli/run";
import { readClubConfiguration } from "../../../../club/platform/configuration";
import {
  DataKeyError,
  prepareDataKeys,
  readDataKeyFile,
  writeDataKeyFile,
} from "../../../../club/platform/seal/data-key";
import { explainStartFailure } from "../../../../server/start-failure";
import { openTestClub, type TestClub } from "../../../setup/club";
import { openTestDatabase, type TestDatabase } from "../../../setup/database";

const FORMER = Buffer.alloc(32, 1);
const ANOTHER = Buffer.alloc(32, 2);

describe("the key of a database", () => {
  let database: TestDatabase;
  let dataDir: string;
  beforeEach(async () => {
    database = await openTestDatabase();
    dataDir = await mkdtemp(path.join(tmpdir(), "club-key-"));
  });
  afterEach(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const prepare = async (dataKey: Buffer | null) => {
    const [key] = (await prepareDataKeys(database.db, { dataKeys: dataKey && [dataKey], dataDir }))();
    return key ?? Buffer.alloc(0);
  };
  const keyFile = () => path.join(dataDir, "club-data-key");

  test("architecture: the first start makes a key for its owner only, and later starts use it", async () => {
    const key = await prepare(null);
    expect(key).toHaveLength(32);
    expect(readDataKeyFile(dataDir)).toEqual([key]);
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    expect(await prepare(null)).toEqual(key);
  });

  test("architecture: processes that start at once on a new database get one key", async () => {
    const keys = await Promise.all([1, 2, 3].map(() => prepare(null)));
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  });

  test("architecture: a database whose key is gone is refused, and no new key is made", async () => {
    await prepare(null);
    await rm(keyFile());
    await expect(prepare(null)).rejects.toThrow(/club-data-key.*CLUB_DATA_KEY/);
    expect(existsSync(keyFile())).toBe(false);
  });

  test("architecture: another key than the former one is refused", async () => {
    await prepare(FORMER);
    await expect(prepare(ANOTHER)).rejects.toThrow(DataKeyError);
    expect(await prepare(FORMER)).toEqual(FORMER);
    expect(existsSync(keyFile())).toBe(false);
  });

  test.each(["", "\n", "0123"])("architecture: a damaged key file is refused at the start: %j", async (content) => {
    await writeFile(keyFile(), content);
    const read = () => readClubConfiguration({ NODE_ENV: "test", DATA_DIR: dataDir });
    expect(read).toThrow(`CLUB_DATA_KEY: The key in ${keyFile()} is empty or damaged`);
    expect(await readFile(keyFile(), "utf8")).toBe(content);
    expect(() => readClubConfiguration({ NODE_ENV: "test", DATA_DIR: dataDir, CLUB_DATA_KEY: "1a" })).toThrow(
      /^CLUB_DATA_KEY: 64 hexadecimal digits are needed[^\n]*$/,
    );
  });

  test("architecture: a running club learns a new key when the file can be read, and works with the former ones until then", async () => {
    const keys = await prepareDataKeys(database.db, { dataKeys: null, dataDir });
    const former = keys();
    const added = [ANOTHER, ...former];
    // As a rotation by another user leaves it: there, and nobody may read it yet.
    await rm(keyFile());
    await mkdir(keyFile());
    expect([keys(), keys()]).toEqual([former, former]);
    await rm(keyFile(), { recursive: true });
    expect(keys()).toEqual(former);
    writeDataKeyFile(dataDir, added);
    const { ino, mtime } = await stat(keyFile());
    expect(keys()).toEqual(added);
    expect(keys()).toEqual(added);
    // The same file, which can be read the second time only.
    const text = await readFile(keyFile(), "utf8");
    await writeFile(keyFile(), "half a key");
    await utimes(keyFile(), mtime, new Date(1_000));
    expect(keys()).toEqual(added);
    await writeFile(keyFile(), text.split("\n").slice(0, 1).join("\n"));
    await utimes(keyFile(), mtime, new Date(1_000));
    expect((await stat(keyFile())).ino).toBe(ino);
    expect(keys()).toEqual([ANOTHER]);
  });

  test("architecture: what stands in the key's place and can't be read is refused in words", async () => {
    await mkdir(keyFile());
    expect(() => readDataKeyFile(dataDir)).toThrow(DataKeyError);
    expect(() => readDataKeyFile(dataDir)).toThrow(/can't be read: EISDIR.*Give the file to this user/);
  });
});

describe("a club that was started with one key", () => {
  let club: TestClub;
  beforeAll(async () => {
    club = await openTestClub();
  });
  afterAll(() => club.close());

  test("architecture: commands with another key end with one line that says what to do", async () => {
    const errors: string[] = [];
    const output = { print: () => undefined, printError: (line: string) => errors.push(line) };
    const environment = { ...club.environment, CLUB_DATA_KEY: ANOTHER.toString("hex") };
    expect(await runCommand(["verify-ledger"], output, environment)).toBe(1);
    expect(errors).toEqual([expect.stringContaining("Restore the former key")]);
  });

  test("architecture: a failed start prints that line", () => {
    expect(explainStartFailure(new DataKeyError("Restore the former key."))).toBe("Restore the former key.");
  });
});
