import { afterAll, beforeAll, expect, test } from "vitest";
import { CLIENT_ID, CLIENT_SECRET } from "../../setup/club-call";
import type { RecordedRequest } from "../../setup/recording-upstream";
import { section7 } from "../section-7";
import type { ExpectedRequest } from "./row";
import { rows } from "./rows";
import { openStage, type Stage } from "./stage";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());

const BASIC = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString("base64")}`;

/** The call of the specification that a request makes. */
function findCall({ method, path }: RecordedRequest): string | undefined {
  const sent = `${method} ${path}`;
  const isSame = (call: string) => sent === call.replace(" ", " /api/");
  const pattern = (call: string) => new RegExp(`^${call.replace(" ", " /api/").replace(/\{\w+\}/g, "[^/]+")}$`);
  return section7.find(isSame) ?? section7.find((call) => pattern(call).test(sent));
}

/** What has to be exactly so. */
function summarize({ path, query, headers, body }: RecordedRequest) {
  return { path, query, body, authorization: headers.get("Authorization"), token: headers.get("Access-Token") };
}

function complete({ path, query = {}, body, token }: ExpectedRequest) {
  return { path: `/api/${path}`, query, body, authorization: BASIC, token: token ?? null };
}

const table = rows.map((row) => [row.call, row.title, row] as const);

test.each(table)("§7.1 §7.2 %s: %s", async (call, _title, { isCached, run }) => {
  const before = isCached ? 0 : stage.upstream.requests.length;
  const expected = [await run(stage)].flat();
  const sent = stage.upstream.requests.slice(before).filter((request) => findCall(request) === call);
  expect(sent.map(summarize)).toEqual(expected.map(complete));
});

test("§7.1 the rows above make every call of the specification", () => {
  const made = new Set<string>(rows.map(({ call }) => call));
  expect(section7.filter((call) => !made.has(call))).toEqual([]);
});

test("§7.1 §7.2 the portal makes no other call, and none without the client credential", () => {
  const { requests } = stage.upstream;
  const others = requests.filter((request) => !findCall(request) && !request.path.startsWith("/media/"));
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  expect(new Set(requests.map(({ headers }) => headers.get("Authorization")))).toEqual(new Set([BASIC]));
});
