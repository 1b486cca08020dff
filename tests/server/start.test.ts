import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { demoAccounts } from "../../club/demo/demo-accounts";
import { describeDemo } from "../../club/demo/describe-demo";
import { version } from "../../package.json";
import { bundlePrograms } from "../setup/bundled-programs";
import { createEmptyDatabase } from "../setup/database";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** In place of a real build: it tells of every file that it writes, unless it is asked to be quiet. */
const BUILD = `
import { mkdirSync, writeFileSync } from "node:fs";
if (!process.argv.includes("--quiet")) for (let n = 0; n < 100; n += 1) console.log("build/client/" + n + ".js");
mkdirSync("build");
writeFileSync("build/server.js", 'console.log("The accounts.");');
`;

test("architecture: what `npm start` prints of a build is one line above the server's own, and nothing the next time", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "club-start-"));
  for (const file of ["package.json", "scripts/start.mjs", "scripts/stale-build.mjs"])
    cpSync(path.join(ROOT, file), path.join(folder, file));
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, "scripts"), { recursive: true });
  writeFileSync(path.join(folder, "scripts/build.mjs"), BUILD);
  const start = () => spawnSync(process.execPath, ["scripts/start.mjs"], { cwd: folder, encoding: "utf8" });
  expect(start()).toMatchObject({
    status: 0,
    stdout: "Building the portal, about half a minute.\nThe accounts.\n",
    stderr: "",
  });
  expect(start()).toMatchObject({ status: 0, stdout: "The accounts.\n", stderr: "" });
  rmSync(folder, { recursive: true });
});

/** Of which nothing runs. What is new in the repository is built, or stands here. */
const NOT_BUILT = ["bench", "deploy", "docs", "e2e", "scripts", "tests", "build", "data", "node_modules"];
const MADE_BY_TOOLS = ["playwright-report", "reports", "screenshots", "test-results"];

test("architecture: a change of any folder that is built makes the build stale, one of the tests doesn't", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "club-stale-"));
  const program = path.join(folder, "scripts/stale-build.mjs");
  cpSync(path.join(ROOT, "scripts/stale-build.mjs"), program);
  const { isBuildStale } = (await import(program)) as typeof import("../../scripts/stale-build.mjs");
  expect(isBuildStale()).toBe(true);
  mkdirSync(path.join(folder, "build"));
  const built = path.join(folder, "build/server.js");
  writeFileSync(built, "");
  const later = new Date(statSync(built).mtimeMs + 60_000);
  const isStaleAfter = (changed: string) => {
    const file = path.join(folder, changed);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
    utimesSync(file, later, later);
    const isStale = isBuildStale();
    rmSync(path.join(folder, changed.split("/")[0] ?? ""), { recursive: true });
    return isStale;
  };
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !MADE_BY_TOOLS.includes(entry.name))
    .map(({ name }) => name);
  for (const name of folders.filter((name) => !NOT_BUILT.includes(name)))
    expect([name, isStaleAfter(`${name}/a/changed.ts`)]).toEqual([name, true]);
  for (const file of ["server.ts", "vite.config.ts", "package.json"])
    expect([file, isStaleAfter(file)]).toEqual([file, true]);
  for (const name of ["tests", "docs"]) expect([name, isStaleAfter(`${name}/changed.ts`)]).toEqual([name, false]);
  rmSync(folder, { recursive: true });
});

/** Starts the server of the sources, as a real deployment starts it. */
async function bundleServer(): Promise<{ folder: string; program: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "club-start-"));
  const programs = await bundlePrograms(folder, { server: "server.ts" });
  return { folder, program: path.join(programs, "server.js") };
}

/** Every line of both outputs. @throws SyntaxError for one that isn't JSON */
const readLog = (...outputs: readonly string[]): { level: number; msg: string; [field: string]: unknown }[] =>
  outputs.flatMap((output) => output.split("\n").filter(Boolean)).map((line) => JSON.parse(line));

test("architecture: a start names everything that is wrong with the variables of portal and club at once", async () => {
  const { folder, program } = await bundleServer();
  writeFileSync(path.join(folder, "club-data-key"), "damaged");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    cwd: ROOT,
    encoding: "utf8",
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      DATA_DIR: folder,
      ROLES: "club,jobs",
      PUBLIC_ORIGIN: "https://club.ru",
      TRUST_PROXY: "everybody",
      SMS_URL: "nonsense",
      SMS_PER_DAY: "many",
    },
  });
  rmSync(folder, { recursive: true });
  const log = readLog(stdout, stderr);
  expect(log).toEqual([{ level: 60, time: expect.any(Number), msg: expect.any(String) }]);
  const lines = log[0]?.msg.split("\n") ?? [];
  expect(lines.slice(1, -1).map((line) => line.split(":")[0])).toEqual([
    // Of roles, of the portal, of the club, in one wave.
    "CLUB_PORT",
    ...["TRUST_PROXY", "SESSION_SECRETS", "UPSTREAM_CLIENT_ID", "UPSTREAM_CLIENT_SECRET"],
    ...["SMS_URL", "SMS_PER_DAY", "SMTP_URL", "MAIL_FROM"],
    // Of the file that has the key where the variable isn't set.
    "CLUB_DATA_KEY",
  ]);
  expect(status).toBe(1);
});

test("architecture: a real deployment writes lines of JSON only, from its start to an error that nobody catches", async () => {
  const { folder, program } = await bundleServer();
  const database = await createEmptyDatabase();
  const outside = path.join(folder, "outside.cjs");
  writeFileSync(
    outside,
    `process.on("SIGUSR2", () => { process.emitWarning("an old way"); setTimeout(() => { throw new TypeError("lost"); }); });`,
  );
  const variables = {
    ROLES: "club,jobs",
    CLUB_PORT: "0",
    METRICS_PORT: "0",
    DATA_DIR: path.join(folder, "data"),
    DATABASE_URL: database.connectionString,
    CLUB_DATA_KEY: "07".repeat(32),
    SESSION_SECRETS: "0123456789abcdef0123456789abcdef",
    UPSTREAM_CLIENT_ID: "brand",
    UPSTREAM_CLIENT_SECRET: "of their own",
    SMTP_URL: "smtps://club:of-their-own@mail.club.ru",
    SMS_URL: "https://sms.club.ru/send",
    MAIL_FROM: "club@club.ru",
    TRUST_PROXY: "none",
  };
  const start = async (environment: Record<string, string>, isReady: RegExp, end: NodeJS.Signals) => {
    const env = { ...variables, ...environment, PATH: process.env.PATH, NODE_ENV: "production" as const };
    const child = spawn(process.execPath, ["--require", outside, program], { cwd: ROOT, env });
    const outputs = { stdout: "", stderr: "" };
    const exit = new Promise((done) => child.once("exit", done));
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (data: Buffer) => {
        outputs[name] += data;
        if (isReady.test(outputs.stdout)) child.kill(end);
      });
    }
    return { code: await exit, ...outputs };
  };
  const real = await start({ PUBLIC_ORIGIN: "https://club.ru" }, /"msg":"started"/, "SIGUSR2");
  const log = readLog(real.stdout, real.stderr);
  expect(log.find(({ msg }) => msg === "started")).toMatchObject({
    level: 30,
    opened: {
      api: expect.stringMatching(/^http:\/\/127.0.0.1:\d+$/),
      metrics: expect.any(String),
      roles: ["club", "jobs"],
      version,
    },
  });
  expect(log.slice(-2)).toMatchObject([
    { level: 40, msg: "warning of Node", err: { message: "an old way" } },
    { level: 60, msg: "uncaught exception", err: { type: "TypeError", message: "lost" } },
  ]);
  expect(real.code).toBe(1);
  // People read what a demo says.
  const demo = await start({ PUBLIC_ORIGIN: "http://127.0.0.1:3000" }, /Версия: /, "SIGTERM");
  expect(demo).toMatchObject({ code: 0, stdout: expect.stringMatching(/^API клуба: http/m) });
  await database.drop();
  rmSync(folder, { recursive: true });
});

const settings = (services: { smtpUrl?: string; smsUrl?: string }) =>
  ({ dataDir: "/srv/club", settings: services }) as unknown as Parameters<typeof describeDemo>[0];

test("architecture: a demo prints every account to log in with, and the file with codes and letters as its last line", () => {
  const { accounts } = describeDemo(settings({}));
  for (const { phone, email, password } of demoAccounts) {
    expect(accounts.filter((line) => line.includes(phone) && line.includes(email))).toHaveLength(1);
    expect(accounts[0]).toContain(password);
  }
  expect(accounts.at(-1)).toBe("СМС и письма печатаются здесь и пишутся в /srv/club/outbox.jsonl");
  // With one of the two, the other is still printed.
  expect(describeDemo(settings({ smtpUrl: "smtp://mail" })).accounts.at(-1)).toContain("outbox.jsonl");
});

test("architecture: a demo that sends mails and SMS names no file of them", () => {
  const { accounts } = describeDemo(settings({ smtpUrl: "smtp://mail", smsUrl: "https://sms" }));
  expect(accounts).toHaveLength(1 + demoAccounts.length);
});
