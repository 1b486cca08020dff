import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { demoAccounts } from "../../club/demo/demo-accounts";
import { describeDemo } from "../../club/demo/describe-demo";
import { bundlePrograms } from "../setup/bundled-programs";

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

test("architecture: a start names everything that is wrong with the variables of portal and club at once", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "club-start-"));
  const programs = await bundlePrograms(folder, { server: "server.ts" });
  writeFileSync(path.join(folder, "club-data-key"), "damaged");
  const { status, stderr } = spawnSync(process.execPath, [path.join(programs, "server.js")], {
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
  const lines = stderr.trim().split("\n");
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
