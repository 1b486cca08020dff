import { describe, expect, test } from "vitest";
import { readListPage } from "../../app/lib/page-number";
import { withDefaultMessage } from "../../app/upstream/default-message.server";
import { login } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import { companyExists, findManager } from "../../contract/companies";
import { faq, rules } from "../../contract/content";
import { listDeals } from "../../contract/deals";
import { importStatus, listInvites } from "../../contract/invites";
import { listCharacteristics, listMobileOperators, listPrizes } from "../../contract/prizes";
import { readRefusal, readReply } from "../../contract/reply";

/** What the portal reads from a reply without an envelope, or how it fails. */
function read(call: CallDescriptor, json: unknown): unknown {
  const reply = readReply(call, 200, json);
  return reply.kind === "answer" ? reply.result : reply.kind;
}

const [one, two] = [
  { id: "1", question: "Где баллы?", answer: "На счёте." },
  { id: "2", question: "Где подарки?", answer: "В пункте выдачи." },
];

test.each([
  ["in a list", [one, two]],
  [
    "in groups",
    [
      { title: "Баллы", questions: [one] },
      { title: "Подарки", questions: [two] },
    ],
  ],
  ["in groups that are wrapped", { items: [{ id: 5, name: "Баллы", items: [one, two] }] }],
  ["by the titles of their groups", { Баллы: [one], Подарки: [two] }],
  ["beside a group", [one, { title: "Подарки", list: [two] }]],
])("§4.3 §7.2 questions are read %s", (_, result) => {
  expect(read(faq, { result })).toMatchObject({ items: [one, two] });
});

describe("null in place of a row", () => {
  const deal = (id: number) => ({ id, article_code: `A-${id}` });

  test("§7.2 is no row of a list, and isn't counted", () => {
    const list = read(listDeals, { result: [deal(1), null, deal(2), null] });
    expect(list).toMatchObject({ items: [{ id: "1" }, { id: "2" }], total: 2 });
    expect(read(listDeals, { result: { items: [deal(1), null], total: 1 } })).toMatchObject({
      total: 1,
      hasTotal: true,
    });
  });

  test("§7.2 still fills a page, after which there may be another", () => {
    const full = [...Array.from({ length: 9 }, (_, index) => deal(index + 1)), null];
    const list = read(listDeals, { result: full }) as Parameters<typeof readListPage>[0];
    expect(readListPage(list, 1, 10)).toMatchObject({ total: 11, isTotalOpen: true });
  });

  test("§7.2 leaves the others where the rows are keyed", () => {
    expect(read(listDeals, { result: { 1: deal(1), 2: null } })).toMatchObject({ items: [{ id: "1" }] });
    expect(read(rules, { result: { "retail-rules": "/r.pdf", "sales-rules": null } })).toMatchObject({
      items: [{ code: "retail-rules", link: "/r.pdf" }],
    });
  });
});

describe("errors without a word of success", () => {
  const rowError = { row: 2, field: "email", message: "Проверьте e-mail." };
  test.each([
    ["of rows, beside figures", { total: 3, failed: 1, errors: [rowError] }, "answer"],
    ["of rows, beside a known state", { status: "failed", errors: [rowError] }, "answer"],
    ["alone", { errors: [rowError] }, "refusal"],
    ["beside another state", { status: "error", errors: [rowError] }, "refusal"],
    ["of a refusal, beside figures", { total: 0, errors: [{ error_display_message: "Нет." }] }, "refusal"],
    ["that are a text, beside figures", { total: 0, errors: "Нет." }, "refusal"],
  ])("§8.1 %s", (_, json, kind) => {
    expect(readReply(importStatus, 200, json).kind).toBe(kind);
  });

  test("§8.1 refuse a call whose result has none", () => {
    expect(read(listDeals, { items: [], errors: [{ message: "Нет." }] })).toBe("refusal");
  });
});

test("§3.6 §7.2 gifts are found beside the certificates under any name", () => {
  const prize = { id: 1, name: "Кружка", handler_system_name: "souvenir", price: 10 };
  const certificate = { id: 2, name: "1 000 ₽", retailer: "Магазин", price: 1_000 };
  expect(read(listPrizes, { result: { goods: [prize], certificates: [certificate] } })).toMatchObject({
    items: [{ id: "1" }],
    certificates: [{ id: "2" }],
  });
});

test.each([
  [12345678901, "12345678901"],
  [12345678901234567890n, "12345678901234567890"],
  ["abc\r\n", "abc"],
])("§4.1 the access token %s is read as %s", (access_token, token) => {
  expect(read(login, { result: { access_token, promo_group: "member" } })).toMatchObject({ access_token: token });
});

test.each([
  ["cts.prize_exchange_service.not_enough_points", "На вашем счёте не хватает баллов."],
  ["cts.prize_exchange_service.need_documents", "Для этого подарка нужны личные документы."],
  ["cts.prize_exchange_service.out_of_stock", "Этот подарок закончился."],
  ["cts.something", "Ошибка выполнения запроса."],
])("§8.5 §8.7 a refusal by the alias %s alone says: %s", (name, words) => {
  const say = (error: object) => {
    const errors = [{ error_lang_alias: [name], ...error }];
    return withDefaultMessage(readRefusal(200, { success: false, errors }), null).message;
  };
  expect(say({})).toBe(words);
  expect(say({ error_display_message: "Нельзя." })).toBe("Нельзя.");
});

const deals = [
  { id: 1, article_code: "A-1", points: 10 },
  { id: 2, article_code: "A-2", points: 20 },
];

test.each([
  ["HAL", { _embedded: { deals }, _links: { self: { href: "/" } } }],
  ["Hydra", { "@context": "/c", "@type": "hydra:Collection", "hydra:member": deals, "hydra:totalItems": 2 }],
  ["OData", { "@odata.context": "x", "@odata.count": 2, value: deals }],
  ["GraphQL", { edges: deals.map((node) => ({ node, cursor: "x" })), pageInfo: { hasNextPage: false } }],
  ["JSON:API", { data: deals.map(({ id, ...attributes }) => ({ type: "deal", id, attributes })), meta: { total: 2 } }],
  ["Spring", { content: deals, pageable: { sort: { sorted: false } }, totalElements: 2, size: 20, number: 0 }],
  ["Django's fixtures", deals.map(({ id, ...fields }) => ({ id, model: "club.deal", fields }))],
  ["a list in a list", [deals]],
  ["a name of its own beside other words", { found: deals, title: "Продажи", code: 7, pages: 1 }],
])("§3.1 §7.2 the rows of a list are found as %s has them", (_, result) => {
  expect(readReply(listDeals, 200, { success: true, result })).toMatchObject({
    result: {
      items: [
        { id: "1", article_code: "A-1", points: 10 },
        { id: "2", article_code: "A-2", points: 20 },
      ],
      total: 2,
    },
    leftOut: [],
  });
});

test.each([
  ["within two wrappers", { data: { item: { id: 7, manager_fio: "Зайцева" } } }],
  ["in attributes", { data: { type: "user", id: 7, attributes: { manager_fio: "Зайцева" } } }],
])("§3.1 §7.2 an object is read %s", (_, result) => {
  expect(read(findManager, { success: true, result })).toMatchObject({ id: "7", manager_fio: "Зайцева" });
});

test("§3.7 sizes are found in wrappers that nobody foresaw, so that no gift is ordered without one", () => {
  const size = { code: "size", values: [{ id: 1, value: "S" }] };
  for (const result of [
    { records: [{ prize_id: 7, ...size }], totalRecords: 1 },
    { edges: [{ node: { prize_id: 7, ...size } }] },
    [{ id: 9, type: "characteristic", attributes: { prize_id: 7, ...size } }],
  ]) {
    expect(read(listCharacteristics, { result })).toMatchObject([{ prize_id: "7", values: [{ value: "S" }] }]);
  }
});

test("§3.10 a text may be an object with a title or a list of lines, and a status keeps its word", () => {
  const row = { id: 1, name: { ru: "Белова" }, invite_status: { name: "Подтверждён", code: "confirmed" } };
  expect(read(listInvites, { result: [row] })).toMatchObject({
    items: [{ name: "Белова", invite_status: "confirmed" }],
  });
  expect(read(listInvites, { result: [{ id: 1, invite_status: { id: 3, title: "Ждёт" } }] })).toMatchObject({
    items: [{ invite_status: "Ждёт" }],
  });
  const text = ["1. О программе", "", "Клуб — программа."];
  expect(read(rules, { result: [{ code: "retail-rules", text }] })).toMatchObject({
    items: [{ text: "1. О программе\n\nКлуб — программа." }],
  });
});

test.each([["f"], ["N"], ["0.0"], ["inactive"], [[false]], ["\u0000"], [{ type: "Buffer", data: [0] }]])(
  "§3.1 §6.4 the flag %j is false",
  (flag) => expect(read(companyExists, { result: { exists: flag } })).toEqual({ exists: false }),
);

test.each([["t"], ["Y"], ["1.0"], ["active"], [[true]], ["\u0001"], [{ type: "Buffer", data: [1] }]])(
  "§3.1 §6.4 the flag %j is true",
  (flag) => expect(read(companyExists, { result: { exists: flag } })).toEqual({ exists: true }),
);

test("§3.6 operators may be names by their ids", () => {
  const expected = [
    { id: "mts", name: "МТС" },
    { id: "bee", name: "Билайн" },
  ];
  expect(read(listMobileOperators, { result: { mts: "МТС", bee: "Билайн" } })).toEqual(expected);
  expect(read(listMobileOperators, { result: { items: { mts: "МТС", bee: "Билайн" } } })).toEqual(expected);
  expect(read(listMobileOperators, { result: { mts: { name: "МТС" }, bee: { name: "Билайн" } } })).toEqual(expected);
});
