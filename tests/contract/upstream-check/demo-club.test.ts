import { afterAll, beforeAll, expect, test } from "vitest";
import { extensionCalls, calls as specified } from "../../../contract";
import { alias, participants } from "../../../contract/values";
import { reads } from "../../../scripts/contract/reads";
import { CLIENT_SECRET } from "../../setup/club-call";
import { phones } from "../../setup/demo";
import { openRecordedPortal, type RecordedPortal } from "../../setup/recorded-portal";
import { openRecordingUpstream, type RecordedRequest, type RecordingUpstream } from "../../setup/recording-upstream";
import { environmentFor, readReport, runCheck } from "./run-check";

const calls = [...specified, ...extensionCalls];

let portal: RecordedPortal;
let upstream: RecordingUpstream;
/** The check of all participants in one run, and the requests that it made. */
let whole: Awaited<ReturnType<typeof readReport>>;
let requests: readonly RecordedRequest[];

beforeAll(async () => {
  portal = await openRecordedPortal();
  upstream = await openRecordingUpstream(portal.club.origin);
  whole = await readReport(upstream.origin, environmentFor(...participants));
  requests = [...upstream.requests];
});
afterAll(async () => {
  await upstream?.close();
  await portal?.close();
});

const callOf = ({ method, path }: RecordedRequest) => {
  const pattern = (path: string) => new RegExp(`^/api/${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  const own = calls.filter((call) => call.method === method);
  const found = own.find((call) => path === `/api/${call.path}`) ?? own.find((call) => pattern(call.path).test(path));
  return found ? `${found.method} ${found.path}` : `${method} ${path}`;
};

/** POSTs that are made although nothing may be written; the login has to begin a session. */
const READING_POSTS = ["POST login", "POST invites/list/user/current", "POST invites/list/user/current/download"];

test("§7.1 §7.2 the demo's club breaks no page for anybody, and the check writes nothing", () => {
  const { code, report } = whole;
  expect([code, report.result, report.problems]).toEqual([0, "fits", []]);
  expect(report.checks.filter(({ effect }) => effect !== null && effect !== "fine")).toEqual([]);
  const made = requests.map(callOf);
  expect(made.filter((call) => !call.startsWith("GET ") && !READING_POSTS.includes(call))).toEqual([]);
  expect(made).not.toContain("GET mailings/unsubscribe");
  expect(new Set(report.checks.filter(({ kind }) => kind === "read").map(({ as }) => as)).size).toBe(7);
});

test("§7.1 every call is either read or described as a write, and a read is called a read", async () => {
  const { text } = await runCheck(["--url", upstream.origin], environmentFor("manager"));
  const { writes } = whole.report;
  const described = [...reads.map(({ descriptor }) => descriptor), ...calls].map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(new Set(described).size).toBe(66 + extensionCalls.length);
  // The only GET that writes; a new one is listed among the reads.
  expect(writes.filter(({ call }) => call.startsWith("GET ")).map(({ call }) => call)).toEqual([
    "GET mailings/unsubscribe",
  ]);
  for (const { method, path } of calls) expect(text).toContain(` ${method} ${path} `);
  for (const { method, path } of extensionCalls) expect(text).toContain(` ${method} ${path} + `);
  expect(writes.filter(({ extension }) => extension).map(({ call }) => call)).toEqual([
    "POST user/sessions/end",
    "POST user/sessions/end/all",
    "POST user/password",
  ]);
  expect(text).toMatch(/^read {3}POST invites\/list\/user\/current /m);
  expect(text).toMatch(/^read {3}GET invites\/tasks\/\{id\}\/import\/status .* \?$/m);
  expect(text).toMatch(/^write {2}DELETE prize\/counter /m);
  expect(text).toMatch(/^write {2}GET mailings\/unsubscribe /m);
  const invite = writes.find(({ call }) => call === "POST invites");
  expect(invite?.bodies[0]?.map(({ name, presence }) => [name, presence])).toEqual([
    ["email", "required"],
    ["first_name", "required"],
    ["last_name", "required"],
    ["sur_name", "optional"],
    ["target_promo_group_system_name", "required"],
  ]);
  const entry = writes.find(({ call }) => call === "POST login/redirect");
  expect([entry?.audience, entry?.needed]).toEqual(["guest", ["access_token", "promo_group.system_name"]]);
  const documents = writes.find(({ call }) => call === "POST user/profile/add/documents");
  expect([documents?.format, documents?.files]).toEqual(["multipart", ["passport_main", "passport_registration"]]);
});

test("§7.1 with --write the harmless writes are made, and no others", async () => {
  const before = upstream.requests.length;
  const { code } = await readReport(upstream.origin, environmentFor("member"), ["--write"]);
  expect(code).toBe(0);
  const made = upstream.requests.slice(before).map(callOf);
  expect(made.filter((call) => !call.startsWith("GET "))).toEqual([
    "POST login",
    "POST user/banner",
    "DELETE prize/counter",
    "POST user/logout/device",
  ]);
});

test("§7.2 no value of the upstream, no credential and no address of a person is printed", async () => {
  const environment = environmentFor(...participants);
  const asText = await runCheck(["--url", upstream.origin, "--all"], environment);
  const printed = [JSON.stringify(whole.report), whole.errors, asText.text, asText.errors].join("\n");
  // Texts of the contract and addresses of the portal, to which its links may lead, aren't values of the upstream.
  const addresses = [...guestPages, ...participantPages];
  const texts = calls.map(({ path, summary }) => path + summary);
  const own = [...participants, ...addresses, ...Object.values(alias), ...texts].join(" ");
  const words = reads.flatMap(({ descriptor }) => JSON.stringify(descriptor.reply)).join(" ");
  const values = upstream.replies
    .flatMap(({ json }) => listTexts(json))
    .filter((text) => text.length >= 5 && !(own + words).includes(text));
  expect(values.length).toBeGreaterThan(500);
  expect([...new Set(values)].filter((value) => printed.includes(value))).toEqual([]);
  for (const secret of [environment.CONTRACT_PASSWORD ?? "", CLIENT_SECRET, ...Object.values(phones)]) {
    expect(printed).not.toContain(secret);
  }
});

function listTexts(json: unknown): string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(listTexts) : [];
}

/** The pages of guests, and those of participants; a page of another role leads to the profile. */
const guestPages = ["/", "/promo/", "/rules/", "/q&a/", "/register/manager", "/register/member"];
const participantPages = [
  "/dashboard/profile",
  "/dashboard/profile/security",
  "/dashboard/profile/companies",
  "/dashboard/points",
  "/dashboard/sales/",
  "/dashboard/report/",
  "/dashboard/invite/",
  "/dashboard/gifts/",
  "/dashboard/gifts/phone",
  "/dashboard/gifts/card",
  "/dashboard/gifts/giftery",
  "/dashboard/gifts/cart",
  "/dashboard/documents",
  "/dashboard/promo-code",
  "/dashboard/search/",
  "/promo/",
  "/curator",
];

test("§7.1 §9.1 the check asks exactly what the portal's pages ask", async () => {
  const beforePortal = portal.upstream.requests.length;
  for (const page of guestPages) await portal.guest().open(page);
  for (const phone of Object.values(phones).slice(0, 6)) {
    const { browser } = await portal.logIn(phone);
    for (const page of participantPages) await browser.open(page);
  }
  const asked = portal.upstream.requests.slice(beforePortal).filter(({ path }) => path.startsWith("/api/"));
  const checked = new Set(requests.map(describe));
  const isRead = (request: RecordedRequest) =>
    reads.some(({ descriptor }) => callOf(request) === `${descriptor.method} ${descriptor.path}`);
  const missing = [...new Set(asked.filter(isRead).map(describe))].filter((request) => !checked.has(request));
  expect(asked.length).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

/** Call, query and body; ids are the same to this comparison. */
function describe(request: RecordedRequest): string {
  const fields = { ...request.query, ...(request.body as object | undefined) };
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${/id$/.test(name) ? "…" : value}`);
  return `${callOf(request)}?${shown.join("&")}`;
}
