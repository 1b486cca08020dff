import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listPromotions } from "../../../contract/promotions";
import { participants } from "../../../contract/values";
import type { Report } from "../../../scripts/contract/report";
import { type Fault, openFaultyUpstream } from "../../faults/faulty-upstream";
import { openTestClub, type TestClub } from "../../setup/club";
import { openRecordingUpstream, type RecordingUpstream } from "../../setup/recording-upstream";
import { findCall } from "../section-7";
import { environmentFor, readReport, runCheck } from "./run-check";

let club: TestClub;
let upstream: RecordingUpstream;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openRecordingUpstream(club.origin);
});
beforeEach(() => upstream.changeReplies(() => undefined));
afterAll(async () => {
  await upstream?.close();
  await club?.close();
});

type Json = Record<string, unknown>;

/** Changes the result of the replies to one call. */
function changeResult(path: string, change: (result: Json) => unknown) {
  upstream.changeReplies((called, json) =>
    called === path ? { success: true, result: change((json as { result: Json }).result) } : undefined,
  );
}

function rowsOf({ items }: Json): Json[] {
  return items as Json[];
}

function findDeviations({ checks }: Report, call: string, as = "member") {
  const made = checks.filter((check) => check.call === call && check.as === as);
  return made.flatMap(({ deviations }) => deviations);
}

test("§7.1 every deviation of a reply is listed with its place, its types, what the portal makes of it and its effect", async () => {
  changeResult("prize/list", (result) => {
    const [first, second, third, ...others] = rowsOf(result);
    return {
      ...result,
      items: [
        { ...first, price: "1 500", name: 7, description: null, colour: "red" },
        { ...second, price: "dear" },
        { ...third, image_url: undefined, handler_system_name: { kind: "phone" }, price: 100.5 },
        ...others,
      ],
      certificates: [],
    };
  });
  const { code, report } = await readReport(upstream.origin, environmentFor("member"));
  const found = findDeviations(report, "GET prize/list").map(({ place, came, promised, portal, effect, count }) => [
    ...[place, came, promised, portal, effect, count],
  ]);
  expect(found).toEqual([
    ["items.*.name", "number", "text", "read as text", "tolerated", 1],
    ["items.*.description", "null", "text", "read as empty", "fine", 1],
    ["items.*.price", "text", "number", "read as a number", "tolerated", 1],
    ["items.*.price", "text", "number", "the row is left out", "loses-row", 1],
    ["items.*.image_url", "missing", "text", "read as empty", "tolerated", 1],
    ["items.*.price", "fraction", "number", "used as it comes", "tolerated", 1],
    [
      ...["items.*.handler_system_name", "no known word", "one of phone, card, giftery, souvenir"],
      ...["the gift is shown and can't be ordered", "loses-row", 1],
    ],
  ]);
  const check = report.checks.find((one) => one.call === "GET prize/list");
  expect([check?.effect, check?.unused]).toEqual(["loses-row", ["items.*.colour"]]);
  expect([code, report.result]).toEqual([0, "fits"]);
});

test("§1.6 gifts of kinds that GIFT_KINDS explains can be ordered, as in the portal", async () => {
  changeResult("prize/list", (result) => ({
    items: rowsOf(result).map((prize) => ({ ...prize, handler_system_name: `own ${prize.handler_system_name}` })),
    certificates: [],
  }));
  const judge = async (GIFT_KINDS: string) => {
    const { report } = await readReport(upstream.origin, { ...environmentFor("member"), GIFT_KINDS });
    return report.checks.find(({ call }) => call === "GET prize/list")?.effect;
  };
  expect(await judge("")).toBe("breaks");
  expect(await judge("own phone=phone, own card=card")).toBe("loses-row");
  expect(await judge("own phone=phone, own card=card, own giftery=giftery, own souvenir=souvenir")).toBe("fine");
});

test("§7.1 deviations are found at every depth: in the people of a curator, objects as lists, flags and dates", async () => {
  changeResult("user/profile", (user) => {
    const managers = (user.managers as { members: Json[] }[]).map((manager) => ({
      ...manager,
      members: manager.members.map((member) => ({ ...member, companies: [{ inn: 1 }, "Гараж"] })),
    }));
    return { ...user, points: [], is_system: "0", managers };
  });
  const { code, report } = await readReport(upstream.origin, environmentFor("curator"));
  const found = findDeviations(report, "GET user/profile", "curator");
  const judged = found.map(({ place, came, portal, effect }) => `${place}: ${came}: ${portal}: ${effect}`);
  expect(judged).toContain("points: empty list: read as an object without fields: the balance is a dash: tolerated");
  expect(judged).toContain("is_system: text: read as true or false: tolerated");
  expect(judged).toContain("managers.*.members.*.companies.*.inn: number: read as text: tolerated");
  expect(judged).toContain("managers.*.members.*.companies.*.repsli_code: missing: read as empty: tolerated");
  expect(judged).toContain("managers.*.members.*.companies.*: text: the row is left out: loses-row");
  expect(code).toBe(0);
});

test("§7.1 a reply that nobody can read breaks its page, and only then the check fails", async () => {
  changeResult("user/profile", ({ promo_group: _, ...user }) => ({ ...user, group: "member" }));
  const { code, report } = await readReport(upstream.origin, environmentFor("member"));
  const [broken] = findDeviations(report, "GET user/profile").filter(({ effect }) => effect === "breaks");
  expect(broken).toMatchObject({ place: "promo_group", came: "missing", portal: "the page breaks" });
  expect([code, report.result]).toEqual([1, "breaks"]);
  const { code: textCode, text } = await runCheck(["--url", upstream.origin], environmentFor("member"));
  expect([textCode, text]).toEqual([1, expect.stringMatching(/^read +GET user\/profile +– +BREAKS$/m)]);
});

interface Schema {
  readonly "x-extension"?: true;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** A value without the fields that its description marks as beyond the specification. */
function stripExtensions(value: unknown, { properties, items, anyOf }: Schema): unknown {
  const inner = anyOf?.find((one) => one.properties || one.items);
  if (inner) return stripExtensions(value, inner);
  if (Array.isArray(value)) return items ? value.map((row) => stripExtensions(row, items)) : value;
  if (typeof value !== "object" || value === null || !properties) return value;
  const kept = Object.entries(value).filter(([name]) => !properties[name]?.["x-extension"]);
  return Object.fromEntries(kept.map(([name, one]) => [name, stripExtensions(one, properties[name] ?? {})]));
}

test("§3.1 §7.1 an upstream without any field beyond the specification lacks nothing", async () => {
  const { paths } = await (await fetch(`${club.origin}/api/openapi.json`)).json();
  let stripped = 0;
  upstream.changeReplies((path, json) => {
    const [, call = path] = findCall("GET", path)?.split(" ") ?? findCall("POST", path)?.split(" ") ?? [];
    const { get, post } = paths[`/${call}`] ?? {};
    const schema = (get ?? post)?.responses["200"].content["application/json"]?.schema;
    const left = schema ? stripExtensions(json, schema) : json;
    if (JSON.stringify(left) !== JSON.stringify(json)) stripped += 1;
    return left;
  });
  const { code, report } = await readReport(upstream.origin, environmentFor(...participants));
  const lacking = report.checks.flatMap(({ call, deviations }) =>
    deviations.filter(({ effect }) => effect !== "fine").map(({ place, came }) => `${call} ${place}: ${came}`),
  );
  expect(stripped).toBeGreaterThan(10);
  expect(lacking).toEqual([]);
  expect([code, report.result]).toEqual([0, "fits"]);
});

test("§7.1 a call that only decorates a page costs that part of it", async () => {
  const outage = () => ({ success: false, errors: [{ error_lang_alias: "club.technical" }] });
  upstream.changeReplies((path) => (/^prize\/counter|^payments/.test(path) ? outage() : undefined));
  const { code, text } = await runCheck(["--url", upstream.origin], environmentFor("member"));
  expect(code).toBe(0);
  expect(text).toContain("refused club.technical: the page is shown without the badge of the gifts");
  upstream.changeReplies((path) => (path === "segment/list" ? outage() : undefined));
  const needed = await runCheck(["--url", upstream.origin], environmentFor());
  expect(needed.code).toBe(1);
  expect(needed.text).toContain("refused club.technical: the page shows the refusal in place of its content");
});

test("§7.1 other envelopes, bare lists, and words that only this upstream knows are tolerated", async () => {
  upstream.changeReplies((path, json) => {
    const { result } = json as { result: Json };
    if (path === "segment/list") return { isSuccess: true, data: result };
    if (path === "content/faq") return rowsOf(result);
    if (path !== "invites/list/user/current") return undefined;
    const items = rowsOf(result).map(({ id: _, ...row }) => ({ ...row, invite_status: "flying", date: "05.03.26" }));
    return { success: true, result: { ...result, items } };
  });
  const { code, report } = await readReport(upstream.origin, environmentFor("manager"));
  const judge = (call: string, as: string) =>
    findDeviations(report, call, as)
      .filter(({ effect }) => effect !== "fine")
      .map(({ place, came, portal, effect }) => [place, came, portal, effect]);
  expect(judge("GET segment/list", "guest")).toEqual([
    ["(envelope)", "isSuccess", "read as success", "tolerated"],
    ["(envelope)", "data", "read as the result", "tolerated"],
  ]);
  expect(judge("GET content/faq", "guest")).toEqual([
    ["(envelope)", "a result without an envelope", "read as the result", "tolerated"],
    ["(result)", "list without an object around it", "its rows are read", "tolerated"],
  ]);
  expect(judge("POST invites/list/user/current", "manager")).toEqual([
    ["items.*.id", "missing", "read as empty: the invitation can't be sent again", "tolerated"],
    ["items.*.date", "another date or text", "read as a date", "tolerated"],
    ["items.*.invite_status", "unknown word", "used as it comes", "tolerated"],
  ]);
  expect(code).toBe(0);
});

test("§7.1 the report tells whether lists page: whole and bare, without a total, or always the first rows", async () => {
  const call = "GET user/actions/list/filter";
  const all = await club.ask(listPromotions, { per_page: 100 });
  const readPaging = async (change: (result: Json) => unknown) => {
    changeResult("user/actions/list/filter", change);
    const { report } = await readReport(upstream.origin, environmentFor("tadam"));
    const check = report.checks.find((one) => one.call === call && one.paging.length > 0);
    return { effect: check?.effect, ...check?.paging[0] };
  };
  expect(await readPaging(() => all.items)).toMatchObject({
    hasTotal: false,
    honoursPerPage: false,
    honoursPage: false,
    portal: "the whole list comes at once: the portal cuts its pages itself",
    effect: "tolerated",
  });
  expect(await readPaging(({ items }) => ({ items }))).toMatchObject({
    hasTotal: false,
    honoursPerPage: true,
    honoursPage: true,
    effect: "tolerated",
  });
  expect(await readPaging(() => ({ items: all.items.slice(0, 2), total: all.items.length }))).toMatchObject({
    hasTotal: true,
    honoursPerPage: false,
    honoursPage: false,
    portal: "page is ignored: rows beyond the first page are never shown",
    effect: "loses-row",
  });
});

test("§7.2 a download is judged as the portal passes it on", async () => {
  const calls = ["GET user/profile/export/members", "GET deals/current/user/export"];
  const file = { status: 200, headers: { "Content-Type": "text/html" }, body: "ИНН;Название" };
  const judge = async (fault: Fault) => {
    const faulty = await openFaultyUpstream(club.origin);
    faulty.fail(fault, /export/);
    const { code, report } = await readReport(faulty.origin, environmentFor("manager"));
    await faulty.close();
    const checks = report.checks.filter(({ call }) => calls.includes(call));
    return { code, checks: checks.map(({ effect, detail, deviations }) => [effect, detail, deviations.length]) };
  };
  expect(await judge(file)).toEqual({ code: 0, checks: Array(2).fill(["tolerated", "", 2]) });
  const page = await judge({ ...file, body: "<!doctype html>" });
  const detail = "a page (HTML) in place of a file: the page breaks";
  expect(page).toEqual({ code: 1, checks: Array(2).fill(["breaks", detail, 0]) });
});
