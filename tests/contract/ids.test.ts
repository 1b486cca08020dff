import { expect, test } from "vitest";
import { addRelation, register } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import { addSegment, findManager, listDistributors, listSegments } from "../../contract/companies";
import { reportDetails } from "../../contract/deals";
import { isSameId, keepId, plainId, takesIds, wireId, writeId } from "../../contract/ids";
import { calls } from "../../contract/index";
import { findInvite, findReferral, listInvites, resendInvite } from "../../contract/invites";
import { parseJson } from "../../contract/json";
import { exchangePrize, listCharacteristics, listPrizes } from "../../contract/prizes";
import { joinPromotion, listOwnPromotions } from "../../contract/promotions";
import { describeRead } from "../../contract/read";
import { readReply } from "../../contract/reply";
import { createRequest } from "../../contract/request";

const upstream = { origin: "https://club.example", clientId: "brand", clientSecret: "secret" };

/** Ids as JSON writes them. */
const ids = [
  "7",
  "0",
  "-7",
  "9007199254740993",
  "12345678901234567890123",
  '"7"',
  '"-7"',
  '"0017"',
  '"~7"',
  '"~~7"',
  '"~a"',
  '"9007199254740993"',
  '"1e3"',
  '"9aa56579-8dcc-482c-be25-462283ff0311"',
  '"кириллица \\" и кавычки"',
];

/** Where ids come from, what they are read as, and the field in which they go back. */
const ways: readonly (readonly [CallDescriptor, (id: string) => string, CallDescriptor, string, boolean?])[] = [
  [listPrizes, (id) => `{"items":[{"id":${id},"price":5}]}`, exchangePrize, "prize_id"],
  [listPrizes, (id) => `{"certificates":[{"id":${id},"price":5}]}`, exchangePrize, "prize_id"],
  [listDistributors, (id) => `[{"curator_id":${id}}]`, register, "related_to_user_id", true],
  [listDistributors, (id) => `[{"curator_id":${id}}]`, addRelation, "related_to_user_id", true],
  [findManager, (id) => `{"id":${id}}`, register, "related_to_user_id", true],
  [findInvite, (id) => `{"user_id":${id}}`, register, "related_to_user_id", true],
  [findReferral, (id) => `{"id":${id}}`, register, "referral_from_user_id"],
  [listSegments, (id) => `[{"id":${id}}]`, register, "company_segment_id"],
  [addSegment, (id) => `{"id":${id}}`, register, "company_segment_id"],
  [listInvites, (id) => `{"items":[{"id":${id}}]}`, resendInvite, "invite_id"],
  [listOwnPromotions, (id) => `{"items":[{"id":${id}}]}`, joinPromotion, "action_id"],
];

/** The only id in what a reply is read as. */
function findId(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, one] of Object.entries(value)) {
    if (/(^|_)id$/.test(name) && typeof one === "string") return one;
    const inner = findId(one);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** What a form makes of a value. */
async function submit(value: string): Promise<string> {
  const sent = new Request("https://portal.example", { method: "POST", body: new URLSearchParams({ value }) });
  return String((await sent.formData()).get("value"));
}

const named = ways.map(([source, write, target, field, isList = false]) => {
  return { field, from: source.path, to: target.path, source, write, target, isList };
});

test.each(named)("§7.2 $field of $to is what came from $from", async ({ source, write, target, field, isList }) => {
  for (const id of ids) {
    const read = readReply(source, 200, parseJson(`{"success":true,"result":${write(id)}}`));
    const kept = findId(read.kind === "answer" ? read.result : null);
    const typed = await submit(decodeURIComponent(encodeURIComponent(kept ?? "")));
    const input = { user_role: "member", [field]: isList ? [typed] : typed };
    const body = await createRequest(upstream, target, input).text();
    expect([id, body]).toEqual([id, expect.stringContaining(isList ? `"${field}":[${id}]` : `"${field}":${id}`)]);
  }
});

test("§7.2 an id in an address is plain, and a text that is no id is left alone", () => {
  const details = new URL(createRequest(upstream, reportDetails, { file_id: keepId("7") }).url);
  expect(details.searchParams.get("file_id")).toBe("7");
  const sizes = describeRead(upstream, listCharacteristics, { prize_id: keepId("~7") }, {});
  expect(sizes?.values).toEqual({ prize_id: "~7" });
  const found = new URL(createRequest(upstream, listDistributors, { search: "~7" }).url);
  expect(found.searchParams.get("search")).toBe("~7");
});

test("§7.2 an id from an address that somebody has typed is the one of the list", () => {
  for (const id of ["7", "~7", "0017", "a"]) expect([id, plainId(keepId(id))]).toEqual([id, id]);
  expect(isSameId(keepId("7"), "7")).toBe(true);
  expect(isSameId(keepId("7"), keepId(7))).toBe(true);
  expect(isSameId(keepId("7"), "17")).toBe(false);
  expect(writeId("7")).toBe("7");
});

test("§7.2 a field takes ids when it reads numbers as texts, and no other field does", async () => {
  expect(takesIds(wireId.nullish())).toBe(true);
  const others = { phone: "5", login: "5", promo_code: "5", selected_additional_fields: ["5"] };
  const input = {
    user_role: "member",
    invite_id: "5",
    ...others,
    ...Object.fromEntries(ways.map(([, , , name]) => [name, "5"])),
  };
  const found: Record<string, string[]> = {};
  for (const call of calls.filter(({ method, files }) => method === "POST" && !files)) {
    const text = await createRequest(upstream, call, input).text();
    const names = [...text.matchAll(/"(\w+)":5/g)].map(([, name = ""]) => name);
    if (names.length > 0) found[call.path] = names.sort();
  }
  expect(found).toEqual({
    register: ["company_segment_id", "invite_id", "referral_from_user_id", "related_to_user_id"],
    "prize/exchange": ["prize_id"],
    "invites/user/current/resend": ["invite_id"],
    "user/profile/add/company": ["company_segment_id"],
    "user/profile/add/relation": ["related_to_user_id"],
    "user/actions/participants/join": ["action_id"],
  });
});

test("§7.2 numbers of any length are read, and nothing else of JSON is changed", () => {
  const text =
    '{"a":[12345678901234567890, -9007199254740993],"b":"1234567890123456789","c":0.12345678901234567,"d":"\\"\\\\"}';
  expect(parseJson(text)).toEqual({
    a: [12345678901234567890n, -9007199254740993n],
    b: "1234567890123456789",
    c: Number("0.12345678901234567"),
    d: '"\\',
  });
  expect(parseJson('{"a":9007199254740991,"b":"x: 9007199254740993"}')).toEqual({
    a: 9007199254740991,
    b: "x: 9007199254740993",
  });
  expect(parseJson("[12345678901234567890123]")).toEqual([12345678901234567890123n]);
  expect(() => parseJson('{"a":1234567890123456789')).toThrow(SyntaxError);
});
