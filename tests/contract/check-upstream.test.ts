import { afterAll, beforeAll, expect, test } from "vitest";
import { calls } from "../../contract";
import { alias, participants } from "../../contract/values";
import { runContractCheck } from "../../scripts/contract/run";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../setup/club";
import { CLIENT_ID, CLIENT_SECRET } from "../setup/club-call";
import { type ChangeReply, openUpstreamProxy, renameField } from "./upstream-proxy";

let club: TestClub;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
}, 120_000);
afterAll(() => club?.close());

/** Runs the command against the club behind a proxy, which may change its replies. */
async function check(
  login: string,
  { changeReply, args = [], client }: { changeReply?: ChangeReply; args?: string[]; client?: string } = {},
) {
  const upstream = await openUpstreamProxy(club.origin, changeReply);
  const lines: string[] = [];
  const words = ["--url", upstream.origin, "--client", client ?? `${CLIENT_ID}:${CLIENT_SECRET}`];
  const code = await runContractCheck([...words, "--login", login, "--password", DEMO_PASSWORD, ...args], (line) =>
    lines.push(line),
  );
  await upstream.close();
  const line = (call: string) => lines.find((one) => one.startsWith(`${call} `))?.replace(/\s+/g, " ");
  return { code, lines, line, requests: upstream.takeRequests(), values: upstream.values };
}

/** POSTs that are made although nothing may be written; the login has to begin a session. */
const READING_POSTS = ["POST login", "POST invites/list/user/current", "POST invites/list/user/current/download"];

test.each(participants.map((participant, index) => [participant, `7900000000${index + 1}`] as const))(
  "§7.1 §7.2 the club fits its contract for a %s, nothing is written and no value is printed",
  async (_, login) => {
    const { code, lines, requests, values } = await check(login);
    expect(lines.filter((line) => /doesn't fit|refused|no answer/.test(line) && !line.startsWith("fits:"))).toEqual([]);
    expect(code).toBe(0);
    expect(requests.filter((call) => !call.startsWith("GET ") && !READING_POSTS.includes(call))).toEqual([]);
    expect(requests).not.toContain("GET mailings/unsubscribe");
    for (const { method, path } of calls) {
      expect(lines.some((line) => line.startsWith(`${method} ${path} `))).toBe(true);
    }
    const printed = lines.join("\n");
    // Texts of the contract itself aren't values of the upstream.
    const own = [...participants, ...Object.values(alias), ...calls.map(({ path }) => path)].join(" ");
    expect([...values].filter((value) => printed.includes(value) && !own.includes(value))).toEqual([]);
  },
);

test("§7.1 with --write the harmless calls that write are made, and no others", async () => {
  const { code, requests } = await check("79000000003", { args: ["--write"] });
  expect(code).toBe(0);
  expect(requests.filter((call) => !call.startsWith("GET "))).toEqual([
    "POST login",
    "POST user/banner",
    "DELETE prize/counter",
    "POST user/logout/device",
  ]);
});

test("§7.1 a renamed field is reported with its place in the reply and without its value", async () => {
  const { code, lines, line, values } = await check("79000000003", {
    changeReply: (path, json) => (path === "prize/list" ? renameField(json, "price", "cost") : undefined),
  });
  expect(code).toBe(1);
  expect(line("GET prize/list")).toBe("GET prize/list 200 doesn't fit items.*.price");
  expect(line("GET user/profile")).toBe("GET user/profile 200 fits");
  expect([...values].filter((value) => /@|\d{10}/.test(value) && lines.join("\n").includes(value))).toEqual([]);
});

test("§7.1 when the profile can't be read, the calls of a role are skipped, with that reason", async () => {
  const { code, line } = await check("79000000002", {
    changeReply: (path, json) => (path === "user/profile" ? renameField(json, "promo_group", "group") : undefined),
  });
  expect(code).toBe(1);
  expect(line("GET user/profile")).toBe("GET user/profile 200 doesn't fit promo_group");
  expect(line("GET deals/current/user")).toContain("skipped the role is unknown");
  expect(line("GET content/faq")).toBe("GET content/faq 200 fits");
});

test("§7.2 a wrong client credential, an unknown login and an unreachable upstream are reported", async () => {
  const refused = await check("79000000002", { client: "portal:wrong" });
  expect([refused.code, refused.line("POST login")]).toEqual([1, "POST login 401 refused cts.auth.client_refused"]);
  const unknown = await check("79999999999");
  expect([unknown.code, unknown.lines.some((line) => line.includes("cts.auth.login_refused"))]).toEqual([1, true]);
  const lines: string[] = [];
  const words = ["--url", "http://127.0.0.1:9", "--client", "a:b", "--login", "7", "--password", "p"];
  expect(await runContractCheck(words, (line) => lines.push(line))).toBe(1);
  expect(lines.join()).toContain("no connection");
  expect(await runContractCheck(["--url", "nonsense"], () => undefined)).toBe(2);
});
