import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../../scripts/contract/report";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../../setup/club-call";
import { phones } from "../../setup/demo";
import { environmentFor, readReport, runCheck } from "./run-check";

let club: TestClub;
let folder: string;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  folder = await mkdtemp(path.join(tmpdir(), "contract-check-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await club?.close();
});

const credential = { UPSTREAM_CLIENT_ID: CLIENT_ID, UPSTREAM_CLIENT_SECRET: CLIENT_SECRET };

async function writeConfiguration(content: unknown): Promise<string> {
  const file = path.join(folder, "upstream.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

/** Runs the command in a process of its own, in a shell with `pipefail`. */
async function runProcess(rest: string) {
  const configuration = JSON.parse(await readFile("scripts/contract/demo.json", "utf8"));
  const { member } = configuration.accounts;
  const file = await writeConfiguration({ ...configuration, url: club.origin, accounts: { member } });
  const command = `set -o pipefail; node_modules/.bin/tsx scripts/contract.ts --config ${file} ${rest}`;
  return promisify(execFile)("bash", ["-c", command], { maxBuffer: 64 * 1024 * 1024 });
}

test("§7.1 the configuration of the demo has an account of every participant that the club knows", async () => {
  const configuration = JSON.parse(await readFile("scripts/contract/demo.json", "utf8"));
  const file = await writeConfiguration({ ...configuration, url: club.origin });
  const { code, text } = await runCheck(["--config", file], {});
  expect([code, text]).toEqual([0, expect.stringContaining("No page breaks.")]);
  expect(text).toMatch(/call +guest +curator +manager +member +tadam +system-curator +system-manager$/m);
});

test("§7.1 --json prints the report and nothing else; the progress goes elsewhere", async () => {
  const { stdout, stderr } = await runProcess("--json");
  const report = JSON.parse(stdout) as Report;
  expect([report.format, report.result, report.callers]).toEqual([1, "fits", ["guest", "member"]]);
  expect(stderr).toContain("Checking the pages of: member");
  expect(stdout + stderr).not.toContain(DEMO_PASSWORD);
});

test("§7.1 a reader that closes the pipe ends the output in silence", async () => {
  const { stderr } = await runProcess("| true");
  expect(stderr).not.toMatch(/EPIPE|Error/);
});

test("§7.2 an upstream that can't be reached, a wrong client and a wrong password are told apart from pages that break", async () => {
  const unreachable = await runCheck(["--url", "http://127.0.0.1:9"], environmentFor("member"));
  expect([unreachable.code, unreachable.text]).toEqual([3, expect.stringContaining("can't be reached: no connection")]);
  expect(unreachable.text).not.toContain("POST");
  const wrongClient = await readReport(club.origin, { ...environmentFor("member"), UPSTREAM_CLIENT_SECRET: "wrong" });
  expect(wrongClient.code).toBe(3);
  expect(wrongClient.report.problems[0]?.message).toContain("The client credential is refused: status 401");
  expect(wrongClient.report.checks).toEqual([]);
  const environment = { ...environmentFor("member"), CONTRACT_PASSWORD: "не тот пароль" };
  const wrongPassword = await readReport(club.origin, environment);
  expect(wrongPassword.code).toBe(3);
  expect(wrongPassword.report.problems).toEqual([
    { as: "member", message: expect.stringContaining("refused cts.auth.login_refused. Check phone or e-mail") },
  ]);
  // The pages of guests are checked all the same.
  expect(wrongPassword.report.checks.some(({ as, effect }) => as === "guest" && effect === "fine")).toBe(true);
});

test("§1.1 §7.1 an account of another kind is a mistake of the command, not of the upstream", async () => {
  const accounts = `system-manager=${phones.manager}:${DEMO_PASSWORD}`;
  const { code, report } = await readReport(club.origin, { ...credential, CONTRACT_ACCOUNTS: accounts });
  expect(code).toBe(3);
  expect(report.problems).toEqual([
    { as: "system-manager", message: "The account is a manager, not a system-manager." },
  ]);
});

test("§7.1 accounts come from arguments, else from the file, else from the environment", async () => {
  const file = await writeConfiguration({ accounts: { member: { login: phones.member, password: DEMO_PASSWORD } } });
  const environment = { ...environmentFor("tadam"), UPSTREAM_URL: club.origin };
  const run = async (args: string[]) => {
    const { code, text } = await runCheck(["--json", ...args], environment);
    return [code, (JSON.parse(text) as Report).callers];
  };
  expect(await run([])).toEqual([0, ["guest", "tadam"]]);
  expect(await run(["--config", file])).toEqual([0, ["guest", "member"]]);
  const manager = `manager=${phones.manager}:${DEMO_PASSWORD}`;
  expect(await run(["--config", file, "--as", manager])).toEqual([0, ["guest", "manager"]]);
});

test.each([
  ["no address", [], credential, "UPSTREAM_URL is needed"],
  ["an address with a path", ["--url", "http://a.example/club"], credential, "is an origin"],
  ["no credential", ["--url", "http://a.example"], {}, "client credential is missing"],
  [
    "an account without a password",
    ["--url", "http://a.example", "--as", "member=7"],
    credential,
    "password of the member",
  ],
  [
    "an account of nobody",
    ["--url", "http://a.example", "--as", "boss=7:secret-password"],
    credential,
    "must look like",
  ],
  [
    "an account of nobody whose password has an apostrophe",
    ["--url", "http://a.example", "--as", "boss=7:it's a\nsecret-password"],
    credential,
    "must look like",
  ],
  [
    "two accounts",
    ["--url", "http://a.example", "--as", "member=7:p", "--as", "member=8:p"],
    credential,
    "two accounts",
  ],
  [
    "words for kinds of gifts that there aren't",
    ["--url", "http://a.example"],
    { ...credential, GIFT_KINDS: "mobile=fuel" },
    "GIFT_KINDS must be words of your own",
  ],
  ["a file that isn't there", ["--config", "nowhere.json"], credential, "ENOENT"],
])("§7.1 wrong usage is explained without repeating a secret: %s", async (_, argv, environment, message) => {
  const { code, text, errors } = await runCheck(argv, environment);
  expect([code, text, errors]).toEqual([2, "", expect.stringContaining(message)]);
  expect(errors).not.toContain("secret-password");
});

test("§7.1 a configuration with a mistake is refused with its place, not its content", async () => {
  const file = await writeConfiguration({ accounts: { member: { login: "7", pass: "secret-password" } } });
  const { code, errors } = await runCheck(["--config", file], credential);
  expect([code, errors]).toEqual([2, expect.stringContaining("accounts.member")]);
  expect(errors).not.toContain("secret-password");
  const broken = await runCheck(["--config", await writeConfiguration('{"secret-password"')], credential);
  expect([broken.code, broken.errors]).toEqual([2, expect.stringContaining("it isn't JSON")]);
  expect(broken.errors).not.toContain("secret-password");
});
