import { expect, test } from "vitest";
import { z } from "zod";
import { calls } from "../../contract";
import { login, profile } from "../../contract/accounts";
import { findCompanyByTin } from "../../contract/companies";
import { listPrizes } from "../../contract/prizes";
import { readReply } from "../../contract/reply";
import { suggestAddresses, suggestDelivery } from "../../contract/suggestions";
import { nameCall, recordedReplies } from "./recorded-replies";

const read = (descriptor: (typeof calls)[number], result: unknown) =>
  readReply(descriptor, 200, { success: true, result });

test("§3.1 prizes, addresses and a company are read in the shapes that nothing forbids", () => {
  const prize = { id: 7, name: "Кружка", price: 100 };
  for (const result of [{ data: [prize] }, { results: [prize] }, { data: { items: [prize] } }, [prize], { 7: prize }]) {
    expect(read(listPrizes, result)).toMatchObject({ result: { items: [{ id: "7" }], certificates: [] }, leftOut: [] });
  }
  for (const name of ["data", "list", "rows", "results"]) {
    const beside = read(listPrizes, { [name]: [prize], certificates: [] });
    expect(beside).toMatchObject({ result: { items: [{ id: "7" }], certificates: [] }, leftOut: [] });
  }
  expect(read(listPrizes, { certificates: [] })).toMatchObject({ result: { items: [] }, leftOut: [] });
  const address = { value: "Казань, Кремль" };
  for (const result of [{ suggestions: [address] }, { data: [address] }, { results: [address] }]) {
    expect(read(suggestAddresses, result)).toMatchObject({ result: [address], leftOut: [] });
  }
  const point = { type: "pickup-point", id: 7, attributes: { code: "MSK1", address: "Ленина, 1" } };
  expect(read(suggestDelivery, { addresses: [point] })).toMatchObject({
    result: { addresses: [{ code: "MSK1", address: "Ленина, 1", type: "PVZ" }] },
  });
  const company = { tin: "7700000000", name: "ООО", address: "Москва" };
  for (const result of [[company], { data: company }, { data: [company] }, { item: company }]) {
    expect(read(findCompanyByTin, result)).toMatchObject({ result: company, leftOut: [] });
  }
});

test("§3.1 a list that is keyed by id has its rows, though one of them has a list of its own", () => {
  const prize = { id: 7, name: "Кружка", price: 100, tags: [{ id: 1, name: "Новое" }] };
  const prizes = { items: { k7: prize, k8: { id: 8, name: "Зонт", price: 200 } }, certificates: [] };
  expect(read(listPrizes, prizes)).toMatchObject({ result: { items: [{ id: "7" }, { id: "8" }] }, leftOut: [] });
  const manager = { id: 3, first_name: "Анна", members: [{ id: 4, first_name: "Пётр", companies: [] }] };
  const user = { id: 1, promo_group: "curator", managers: { m3: manager } };
  expect(read(profile, user)).toMatchObject({ result: { managers: [{ id: "3", members: [{ id: "4" }] }] } });
});

test("§3.1 §6.4 the role is read from a group that is wrapped, a list of one or only a name", () => {
  const group = { system_name: "member" };
  const titled = [{ system_name: { code: "member", title: "Ритейл" } }, { system_name: ["member"] }];
  for (const promo_group of [
    [group],
    { data: group },
    { data: [group] },
    "member",
    { system_name: " MEMBER " },
    ...titled,
  ]) {
    const plain = { result: { promo_group: group }, leftOut: [] };
    expect(read(profile, { id: 7, promo_group })).toMatchObject(plain);
    expect(read(login, { access_token: "token", user_id: 7, promo_group })).toMatchObject(plain);
  }
  expect(read(profile, { id: 7, promo_group: "guest" })).toMatchObject({ kind: "contract-mismatch" });
});

/** Objects that hold nothing but what is meant, as different frameworks make them. */
const WRAPPERS: readonly (readonly [name: string, wrap: (value: unknown) => unknown])[] = [
  ["data", (value) => ({ data: value })],
  ["a list of one", (value) => [value]],
  ["data with a list of one", (value) => ({ data: [value] })],
  ["item", (value) => ({ item: value })],
  ["a name of its own", (value) => ({ what_it_is: value })],
];
const LIST_WRAPPERS: typeof WRAPPERS = [
  ["data", (value) => ({ data: value })],
  ["items", (value) => ({ items: value })],
  ["results", (value) => ({ results: value })],
  ["data within data", (value) => ({ data: { data: value } })],
  ["result", (value) => ({ result: value })],
  ["payload", (value) => ({ payload: value })],
  ["a name of its own", renameRows],
];

/** Envelopes that say more than the specification's, or say it otherwise. */
const ENVELOPES: typeof WRAPPERS = [
  [
    "result within data",
    (value) => ({ status: "OK", code: 0, success: true, errors: [], error: null, data: { result: value } }),
  ],
  ["a list of one beside empty errors", (value) => ({ success: "true", result: [value].flat(), errors: [] })],
  ["response", (value) => ({ response: value })],
];

/** The rows under a name that nobody foresaw, beside the figures of their page. */
function renameRows(value: unknown): unknown {
  if (Array.isArray(value)) return { what_they_are: value };
  const { items, ...figures } = value as { readonly items: unknown };
  return { ...figures, what_they_are: items };
}

const reads = calls.filter(
  (call) => call.reply instanceof z.ZodType && recordedReplies[nameCall(call)] && !nameCall(call).endsWith("menu"),
);

test.each(reads.map((call) => [nameCall(call), call] as const))(
  "§3.1 %s is read alike however its result is wrapped",
  (name, call) => {
    for (const reply of recordedReplies[name] ?? []) {
      const { result } = reply as { result: unknown };
      const plain = read(call, result);
      const isObject = typeof result === "object" && result !== null && Object.keys(result).length > 0;
      if (!isObject) continue;
      for (const [wrapper, wrap] of Array.isArray(result) || ("items" in result && !("certificates" in result))
        ? LIST_WRAPPERS
        : WRAPPERS) {
        expect([wrapper, read(call, wrap(result))]).toEqual([wrapper, plain]);
      }
    }
  },
);

test.each(reads.map((call) => [nameCall(call), call] as const))(
  "§7.2 §8.1 %s is read alike in any envelope",
  (name, call) => {
    for (const reply of recordedReplies[name] ?? []) {
      const { result } = reply as { result: unknown };
      const plain = read(call, result);
      const isEmpty = typeof result !== "object" || result === null || Object.keys(result).length === 0;
      for (const [envelope, wrap] of isEmpty ? [] : ENVELOPES) {
        expect([envelope, readReply(call, 200, wrap(result))]).toEqual([envelope, plain]);
      }
    }
  },
);
