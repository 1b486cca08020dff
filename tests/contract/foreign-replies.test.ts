import { describe, expect, test } from "vitest";
import { readListPage } from "../../app/lib/page-number";
import { withDefaultMessage } from "../../app/upstream/default-message.server";
import { login } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import { faq, rules } from "../../contract/content";
import { listDeals } from "../../contract/deals";
import { importStatus } from "../../contract/invites";
import { listPrizes } from "../../contract/prizes";
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
