import { afterAll, beforeAll, expect, test } from "vitest";
import { ZodDiscriminatedUnion, ZodObject, type ZodTypeAny } from "zod";
import { calls } from "../../../contract";
import { pathParameters } from "../../../contract/call";
import { CLIENT_ID, CLIENT_SECRET } from "../../setup/club-call";
import { openRecordedPortal, type RecordedPortal } from "../../setup/recorded-portal";
import type { RecordedRequest } from "../../setup/recording-upstream";
import { recordedReplies } from "../recorded-replies";
import { allCalls, extensions, findCall, section7 } from "../section-7";
import { sentHeaders, sentNames } from "../sent-names";
import type { ExpectedRequest, Row } from "./row";
import { rows } from "./rows";

/** The portal before any upstream, and before this project's club, which is asked calls beyond the specification too. */
let portal: RecordedPortal;
let extended: RecordedPortal;

beforeAll(async () => {
  portal = await openRecordedPortal();
  extended = await openRecordedPortal({ extensions: true });
});
afterAll(async () => {
  await portal?.close();
  await extended?.close();
});

const BASIC = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64")}`;

const callOf = ({ method, path }: RecordedRequest) => findCall(method, path.replace("/api/", ""));

/** What has to be exactly so. */
function summarize({ path, query, headers, body }: RecordedRequest) {
  return { path, query, body, authorization: headers.get("Authorization"), token: headers.get("Access-Token") };
}

function complete({ path, query = {}, body, token }: ExpectedRequest) {
  return { path: `/api/${path}`, query, body, authorization: BASIC, token: token ?? null };
}

/** The rows of some calls, or of all others. */
const listRows = (isWanted: (call: string) => boolean) =>
  rows.filter(({ call }) => isWanted(call)).map((row) => [row.call, row.title, row] as const);

const isExtension = (call: string | undefined) => extensions.some((extension) => extension === call);

/** Does what the row says, and compares all requests of its call with those that have to arrive. */
async function checkRow({ call, isCached, run }: Row) {
  const its = isExtension(call) ? extended : portal;
  const before = isCached ? 0 : its.upstream.requests.length;
  const expected = [await run(its)].flat();
  const sent = its.upstream.requests.slice(before).filter((request) => callOf(request) === call);
  expect(sent.map(summarize)).toEqual(expected.map(complete));
}

const [REGISTER, EXCHANGE] = ["POST register", "POST prize/exchange"];

test.each(listRows((call) => call === REGISTER))("§3.2 §3.3 §7.1 §7.2 §9.1 %s: %s", (_call, _title, row) =>
  checkRow(row),
);

test.each(listRows((call) => call === EXCHANGE))("§3.7 §3.8 §4.18 §7.1 §7.2 §9.1 %s: %s", (_call, _title, row) =>
  checkRow(row),
);

test.each(listRows((call) => call !== REGISTER && call !== EXCHANGE))("§7.1 §7.2 §9.1 %s: %s", (_call, _title, row) =>
  checkRow(row),
);

test("§7.1 the rows above make every call of the contract", () => {
  const made = new Set<string>(rows.map(({ call }) => call));
  expect(allCalls.filter((call) => !made.has(call))).toEqual([]);
});

test("§7.1 §7.2 the portal makes no call beyond the specification, and none without the client credential", () => {
  const { requests } = portal.upstream;
  const specified = new Set<string>(section7);
  const others = requests.filter(
    (request) => !specified.has(callOf(request) ?? "") && !request.path.startsWith("/media/"),
  );
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(new Set(requests.map(({ headers }) => headers.get("Authorization")))).toEqual(new Set([BASIC]));
});

/** What a request says besides its address: names of the query and the body, and its headers. */
const namesOf = ({ query, body }: RecordedRequest) => [...Object.keys(query), ...Object.keys(body ?? {})];

test.each(section7.map((call) => [call]))(
  "§3.2 §3.8 §7.1 §7.2 %s is sent with the specification's names alone",
  (call) => {
    const requests = portal.upstream.requests.filter((request) => callOf(request) === call);
    const { always = [], sometimes = [] } = sentNames[call];
    for (const request of requests) {
      const names = namesOf(request);
      expect(names).toEqual(expect.arrayContaining([...always]));
      expect(names.filter((name) => ![...always, ...sometimes].includes(name))).toEqual([]);
      const headers = [...request.headers.keys()];
      expect(headers.filter((name) => !(name in sentHeaders))).toEqual([]);
    }
    expect(requests).not.toEqual([]);
  },
);

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  "§7.1 %s could be sent with no other name, except to an upstream with extensions",
  (name, { input, path, files = [], extensionFields = [] }) => {
    const inPath = pathParameters(path);
    const fields = [...listNames(input), ...files].filter((field) => !inPath.includes(field));
    const { always = [], sometimes = [] } = sentNames[name as keyof typeof sentNames];
    expect([...new Set(fields)].sort()).toEqual([...always, ...sometimes, ...extensionFields].sort());
  },
);

/** The names of an input's fields; of one that depends on the role, those of all roles. */
function listNames(input: ZodTypeAny): string[] {
  if (input instanceof ZodDiscriminatedUnion) return input.options.flatMap(listNames);
  return input instanceof ZodObject ? Object.keys(input.shape) : [];
}

test("§7.1 before this project's club the portal makes no call that the club doesn't have", () => {
  const others = extended.upstream.requests.filter(
    (request) => !callOf(request) && !request.path.startsWith("/media/"),
  );
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test("§3.1 the recorded replies have every field that the club sends", () => {
  const ofExtensions = extended.upstream.replies.filter(({ request }) => isExtension(callOf(request)));
  const missing = [...portal.upstream.replies, ...ofExtensions].flatMap(({ request, json }) => {
    const call = callOf(request) ?? "";
    const recorded = new Set((recordedReplies[call] ?? []).flatMap((reply) => listFields(reply)));
    return listFields(json)
      .filter((field) => field.startsWith("result") && !recorded.has(field))
      .map((field) => `${call} ${field}`);
  });
  expect([...new Set(missing)]).toEqual([]);
});

/** The fields of a value at every depth, with `*` for the number of a row. */
function listFields(value: unknown, field = ""): string[] {
  if (typeof value !== "object") return [field];
  if (value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    listFields(inner, [field, Array.isArray(value) ? "*" : name].filter(Boolean).join(".")),
  );
}
