import { expect, test } from "vitest";
import { describeFailure, type Identify } from "../../../../club/platform/http/answer-call";
import { type AnyCallContext, type Endpoint, endpoint } from "../../../../club/platform/http/endpoint";
import { parseId } from "../../../../club/platform/http/parse-id";
import { createReads } from "../../../../club/platform/http/reads";
import { RefusalError } from "../../../../club/platform/http/refusal-error";
import { createRouter } from "../../../../club/platform/http/router";
import type { Services } from "../../../../club/platform/services";
import { menu } from "../../../../contract/content";
import { importReport, reportDetails } from "../../../../contract/deals";
import { downloadActFile, logOut } from "../../../../contract/operator/calls";
import { formatAuthorization } from "../../../../contract/request";
import { alias } from "../../../../contract/values";

const logged: [string, object][] = [];
const note = (fields: object, message: string) => void logged.push([message, fields]);
const settings = { clientId: "portal", clientSecret: "secret" };
const services = { settings, log: { info: note, warn: note, error: note } } as unknown as Services;

/** Answers the calls of these endpoints, whoever makes them. */
function answer(endpoints: readonly Endpoint<AnyCallContext>[], path: string, init: RequestInit = {}) {
  const identify: Identify<AnyCallContext> = async () => (call) => call;
  return createRouter(endpoints, services, identify, { nameCaller: () => "7" }).request(`/api/${path}`, init);
}

const file = { fileName: "Выписка.csv", contentType: "text/csv", content: "a;b" };
const fileOf = endpoint<typeof downloadActFile, AnyCallContext>(downloadActFile, async () => file);

test("architecture: a file is nothing but what its type says, and its call has a caller like any other", async () => {
  const sent = await answer([fileOf], "operator/requests/00000000-0000-4000-8000-000000000000/file");
  expect([await sent.text(), sent.headers.get("Content-Type")]).toEqual(["a;b", "text/csv"]);
  expect([sent.headers.get("X-Content-Type-Options"), sent.headers.get("X-Caller")]).toEqual(["nosniff", "7"]);
  const done = endpoint<typeof logOut, AnyCallContext>(logOut, async () => ({}));
  expect((await answer([done], "operator/logout", { method: "POST" })).headers.get("X-Caller")).toBe("7");
});

test("§3.10 some of the rows are told by their places, none of them too; only lists of rows have such a part", async () => {
  const rows = (items: object[]) => ({ items, first_row: 50, total: 52 });
  const list = (items: object[]) =>
    endpoint<typeof reportDetails, AnyCallContext>(reportDetails, async (_input, { rows: wanted }) => {
      expect(wanted).toEqual({ first: 50, count: 25 });
      return rows(items) as never;
    });
  const headers = { Range: "rows=50-74" };
  const some = await answer([list([{}, {}])], `${reportDetails.path}?file_id=1`, { headers });
  expect([some.status, some.headers.get("Content-Range")]).toEqual([206, "rows 50-51/52"]);
  const last = await answer([list([{}])], `${reportDetails.path}?file_id=1`, { headers });
  expect(last.headers.get("Content-Range")).toBe("rows 50-50/52");
  const none = await answer([list([])], `${reportDetails.path}?file_id=1`, { headers });
  expect([none.status, none.headers.get("Content-Range")]).toEqual([206, "rows */52"]);
  const whole = endpoint<typeof menu, AnyCallContext>(menu, async (_input, { rows: wanted }) => {
    expect(wanted).toBeNull();
    return {} as never;
  });
  expect((await answer([whole], menu.path, { headers })).status).toBe(200);
});

test("architecture: a field for a file that was left empty is no file, and a long id of a request is cut", async () => {
  let seen: unknown;
  const upload = endpoint<typeof importReport, AnyCallContext>(importReport, async (_input, { files, requestId }) => {
    seen = [Object.keys(files), requestId.length];
    return {} as never;
  });
  for (const [content, found] of [
    ["", []],
    ["x", ["file"]],
  ] as const) {
    const body = new FormData();
    body.set("file", new File([content], "report.csv"));
    const headers = { "X-Request-Id": "x".repeat(300) };
    expect((await answer([upload], importReport.path, { method: "POST", body, headers })).status).toBe(200);
    expect(seen).toEqual([found, 100]);
  }
});

test("§6.4 whoever comes too often, or while the database is away, is told when to come again, with and without HTTP", async () => {
  const away = Object.assign(new Error("away"), { code: "57P01" });
  const often = new RefusalError(alias.tooOften, "Слишком часто.", undefined, 42);
  logged.length = 0;
  expect(describeFailure(away, services, "/api/menu")).toMatchObject({ status: 503, retryAfter: 10 });
  for (const [error, seconds] of [
    [often, "42"],
    [away, "10"],
    [new RefusalError(alias.notFound), null],
  ] as const) {
    const failing = endpoint<typeof menu, AnyCallContext>(menu, () => Promise.reject(error));
    expect((await answer([failing], menu.path)).headers.get("Retry-After")).toBe(seconds);
    const caller = { token: undefined };
    const authorization = formatAuthorization(settings);
    const read = { path: menu.path, values: {}, authorization, rows: null, caller };
    const { retryAfter } = await createReads([failing as Endpoint], services)(read as never);
    expect(retryAfter ?? null).toBe(seconds);
  }
  // The limit is a line of the log, the unknown address none.
  expect(logged.filter(([message]) => message === "a call was refused").map(([, fields]) => fields)).toEqual([
    expect.objectContaining({ reason: alias.tooOften }),
    expect.objectContaining({ reason: alias.tooOften }),
  ]);
});

test("architecture: a refused log-in, code, right or session is a line of the log, what was typed wrongly is none", () => {
  logged.length = 0;
  const reasons = [alias.clientRefused, alias.sessionGone, alias.loginRefused, alias.codeWrong, alias.forbidden];
  for (const reason of [...reasons, alias.tooOften, alias.notFound, alias.validation, alias.malformed]) {
    describeFailure(new RefusalError(reason), services, "/api/menu", "request-1");
  }
  const line = (reason: string) => ["a call was refused", { call: "/api/menu", requestId: "request-1", reason }];
  expect(logged).toEqual([...reasons, alias.tooOften].map(line));
});

test("§9.1 an id is a number that a row can have, and nothing else", () => {
  const ids = ["1", "17", "2147483647", "2147483648", "9999999999", "0", "017", "-1", "1.0", "1e3", " 1", ""];
  expect(ids.map(parseId)).toEqual([1, 17, 2_147_483_647, ...Array(9).fill(null)]);
});
