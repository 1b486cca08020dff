import { describe, expect, test } from "vitest";
import { extensionCalls, calls as specified } from "../../contract";
import { acceptAgreement, profile } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import { findManager, listCompanies, listDistributors } from "../../contract/companies";
import { faq, menu, rules } from "../../contract/content";
import { exportDeals, listDeals, listReports } from "../../contract/deals";
import { listInvites } from "../../contract/invites";
import { countUnseenPrizes, exchangePrize, listCharacteristics, listPrizes } from "../../contract/prizes";
import { listPromotions } from "../../contract/promotions";
import { listFormMessages, readReply } from "../../contract/reply";
import { DEFAULT_ERROR_MESSAGE } from "../../contract/values";

const calls = [...specified, ...extensionCalls];

const answer = (descriptor: CallDescriptor, json: unknown, status = 200) => readReply(descriptor, status, json);
const entry = {
  error_lang_alias: ["cts.validation.validation_error"],
  error_display_message: "Проверьте телефон.",
  error_system_message: { field_key: "phone" },
};

describe("answers", () => {
  test.each([
    ["success and result", { success: true, result: { count: 3 } }],
    ["isSuccess and result", { isSuccess: true, result: { count: 3 } }],
    ["success and data", { success: true, data: { count: 3 } }],
    ["1 for true and a text for the number", { success: 1, result: { count: "3" } }],
    ["result without success", { result: { count: 3 } }],
    ["fields beside success", { success: true, count: 3 }],
    ["data beside isSuccess", { isSuccess: 1, data: { count: 3 } }],
    ["no envelope", { count: 3 }],
    ["an empty list of errors", { success: true, errors: [], result: { count: 3 } }],
    ["unknown fields around and within", { success: true, took: 5, result: { count: 3, extra: { deep: [1] } } }],
  ])("§7.2 §3.1 an answer is read with %s", (_, json) => {
    expect(answer(countUnseenPrizes, json)).toEqual({ kind: "answer", result: { count: 3 }, leftOut: [] });
  });

  test.each([
    ["content/menu", menu, { where_to_buy: "https://shop.example" }],
    ["content/menu with its data", menu, { data: { where_to_buy: "https://shop.example" } }],
  ])("§7.2 §3.1 links are read as %s", (_, descriptor, result) => {
    expect(answer(descriptor, { success: true, result })).toMatchObject({
      kind: "answer",
      result: { data: { where_to_buy: "https://shop.example", socials: [], support: { phone: "", email: "" } } },
    });
  });

  test("§7.2 a bare array is read as a list, and a list as an array, as the descriptor expects", () => {
    const company = { id: 7, actual_name_organization: "Ось", inn: 5000200016 };
    expect(answer(listCompanies, { success: true, result: [company] })).toMatchObject({
      result: { items: [{ id: "7", inn: "5000200016", legal_name_organization: "" }], total: 1, hasTotal: false },
    });
    for (const descriptor of [listInvites, listDeals, listReports, listPromotions]) {
      expect(answer(descriptor, [])).toMatchObject({ result: { items: [], total: 0 } });
      expect(answer(descriptor, { success: true, data: [] })).toMatchObject({ result: { items: [] } });
    }
    for (const descriptor of [rules, faq]) {
      expect(answer(descriptor, { success: true, result: [] })).toMatchObject({ result: { items: [] } });
    }
    for (const result of [[{ curator_id: 1 }], { items: [{ curator_id: 1 }] }]) {
      expect(answer(listDistributors, { success: true, result })).toMatchObject({ result: [{ curator_id: "1" }] });
    }
    expect(answer(listPrizes, { success: true, result: { items: [], certificates: null } })).toMatchObject({
      result: { items: [], certificates: [] },
    });
  });

  test("§7.2 ids are numbers or texts, flags 0 and 1, empty fields null or missing", () => {
    const user = {
      id: 12,
      promo_group: { system_name: "member" },
      is_system: 0,
      is_agreement_accepted: "1",
      points: null,
    };
    const read = readReply(profile, 200, { success: true, result: user });
    expect(read).toMatchObject({
      result: {
        id: "12",
        is_system: false,
        is_agreement_accepted: true,
        points: {},
        email: "",
        last_name: "",
      },
    });
    expect(
      answer(listCharacteristics, { result: [{ prize_id: 5, code: "size", values: [{ id: 1, value: 42 }] }] }),
    ).toMatchObject({ result: [{ prize_id: "5", values: [{ id: "1", value: "42", in_stock: true }] }] });
  });

  test("§7.2 unknown statuses are shown as they are", () => {
    const row = { id: 1, date: "2026-03-01", name: "А", email: "a@example.org", invite_status: "in_limbo" };
    expect(answer(listInvites, { success: true, result: [row] })).toMatchObject({
      result: { items: [{ invite_status: "in_limbo" }] },
    });
    expect(answer(exchangePrize, { success: true, result: { id: 4, status: "queued_somewhere" } })).toMatchObject({
      result: { id: "4", status: "queued_somewhere" },
    });
  });

  test.each([[undefined], [null], [""], [[]], [{}], [true]])("§7.2 an empty answer may be %j", (result) => {
    expect(answer(acceptAgreement, { success: true, result })).toEqual({ kind: "answer", result: {}, leftOut: [] });
    expect(answer(acceptAgreement, {})).toEqual({ kind: "answer", result: {}, leftOut: [] });
  });
});

describe("refusals", () => {
  test.each([
    ["errors", { success: false, errors: [entry] }],
    ["error", { isSuccess: false, error: [entry] }],
    ["one entry instead of a list", { success: false, errors: entry }],
    ["an alias as text", { success: false, errors: [{ ...entry, error_lang_alias: entry.error_lang_alias[0] }] }],
    [
      "the field with its words",
      { success: 0, errors: [{ ...entry, error_system_message: { phone: "Проверьте телефон." } }] },
    ],
    ["neither success nor result", { errors: [entry] }],
  ])("§3.9 §8.1 a refusal is read with %s", (_, json) => {
    expect(answer(countUnseenPrizes, json, 422)).toEqual({
      kind: "refusal",
      refusal: {
        status: 422,
        aliases: ["cts.validation.validation_error"],
        message: "Проверьте телефон.",
        fields: { phone: "Проверьте телефон." },
        entries: [expect.objectContaining({ fields: { phone: "Проверьте телефон." } })],
      },
    });
  });

  test("§3.9 a system message that is a text is about no field", () => {
    const refusal = { ...entry, error_system_message: "validation failed" };
    expect(answer(countUnseenPrizes, { success: false, errors: [refusal] }, 422)).toMatchObject({
      refusal: { message: "Проверьте телефон.", fields: {} },
    });
  });

  test("§8.1 messages are joined by line breaks, each once; errors keyed by field land on their fields", () => {
    const second = { error_lang_alias: [], error_display_message: "Проверьте e-mail." };
    expect(answer(findManager, { success: false, errors: [entry, second, entry] }, 422)).toMatchObject({
      refusal: { message: "Проверьте телефон.\nПроверьте e-mail." },
    });
    const keyed = { phone: ["Короткий.", "Не цифры."], email: "Занят." };
    expect(answer(findManager, { success: false, errors: keyed }, 422)).toMatchObject({
      refusal: { aliases: [], fields: { phone: "Короткий.\nНе цифры.", email: "Занят." } },
    });
    expect(answer(findManager, { success: false, errors: ["Раз.", "Два."] }, 400)).toMatchObject({
      refusal: { message: "Раз.\nДва." },
    });
    expect(answer(findManager, { success: false, message: "Только текст." }, 400)).toMatchObject({
      refusal: { message: "Только текст." },
    });
  });

  test.each([
    {},
    { success: false },
    { success: false, errors: [] },
    { success: false, errors: null },
    [],
    "нет",
    undefined,
  ])("§8.7 a refusal without a message gets the default message: %j", (json) => {
    expect(answer(findManager, json, 404)).toEqual({
      kind: "refusal",
      refusal: { status: 404, aliases: [], message: DEFAULT_ERROR_MESSAGE, fields: {}, entries: [] },
    });
    expect(DEFAULT_ERROR_MESSAGE).toBe("Ошибка выполнения запроса.");
  });

  test("§7.2 success false is a refusal with status 200 too, and no status of 400 or more is an answer", () => {
    expect(answer(countUnseenPrizes, { success: false, errors: [entry] }).kind).toBe("refusal");
    expect(answer(countUnseenPrizes, { isSuccess: false, result: { count: 1 } }).kind).toBe("refusal");
    expect(answer(countUnseenPrizes, { success: 0, data: { count: 1 } }).kind).toBe("refusal");
    for (const status of [400, 401, 403, 404, 409, 413, 418, 422, 429, 451, 499]) {
      expect([status, answer(countUnseenPrizes, { success: true, result: { count: 1 } }, status).kind]).toEqual([
        status,
        "refusal",
      ]);
    }
  });
});

describe("what a refusal says, in order of who reads it", () => {
  const refuse = (errors: unknown) => {
    const read = answer(findManager, { success: false, errors }, 422);
    if (read.kind !== "refusal") throw new Error(read.kind);
    return read.refusal;
  };

  test("§8.1 a message without a field stays beside those of fields, and all of them are joined", () => {
    const general = { error_lang_alias: ["cts.other"], error_display_message: "Регистрация закрыта." };
    const refusal = refuse([entry, general, { email: ["Занят."] }]);
    expect(listFormMessages(refusal)).toEqual(["Регистрация закрыта."]);
    expect(refusal.fields).toEqual({ phone: "Проверьте телефон.", email: "Занят." });
    expect(refusal.message).toBe("Проверьте телефон.\nРегистрация закрыта.\nЗанят.");
  });

  test.each([
    ["a list of names", { field_key: ["phone", "email"] }, { phone: "Проверьте.", email: "Проверьте." }],
    [
      "a list of messages",
      [{ field_key: "phone" }, { field_key: "email" }],
      { phone: "Проверьте.", email: "Проверьте." },
    ],
    ["no name", { field_key: "" }, {}],
    ["a technical text", { phone: "validation.digits_between" }, { phone: "Проверьте." }],
    [
      "technical texts and a human one",
      { phone: ["unique", "size"], email: "Занят." },
      { phone: "Проверьте.", email: "Занят." },
    ],
  ])("§3.9 §8.1 a system message is read with %s", (_, system, fields) => {
    const refusal = refuse([{ error_display_message: "Проверьте.", error_system_message: system }]);
    expect(refusal.fields).toEqual(fields);
    expect(refusal.message.split("\n")).toContain("Проверьте.");
    expect(listFormMessages(refusal)).toEqual(Object.values(fields).includes("Проверьте.") ? [] : ["Проверьте."]);
  });

  test("§8.1 §8.7 a technical system message alone is not shown: the field gets the default message", () => {
    const refusal = refuse([{ error_lang_alias: [], error_system_message: { phone: "SQLSTATE[23000]" } }]);
    expect([refusal.message, refusal.fields.phone]).toEqual([DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_MESSAGE]);
  });

  test.each([
    ["an error with a message", { message: "Менеджер не найден.", code: 404 }, "Менеджер не найден.", {}],
    ["entries keyed by number", { 0: entry }, "Проверьте телефон.", { phone: "Проверьте телефон." }],
    [
      "entries keyed by field",
      { phone: { error_display_message: "Занят." }, email: [{ message: "Тоже." }] },
      "Занят.\nТоже.",
      { phone: "Занят.", email: "Тоже." },
    ],
    [
      "a message of the field `message`",
      { message: ["Слишком длинное."] },
      "Слишком длинное.",
      { message: "Слишком длинное." },
    ],
  ])("§8.1 a refusal is read as %s", (_, errors, message, fields) => {
    expect(refuse(errors)).toMatchObject({ message, fields });
  });

  test("§8.1 an empty list of errors leaves the word to the message beside it", () => {
    expect(answer(findManager, { success: false, errors: [], message: "Не сегодня." }, 422)).toMatchObject({
      refusal: { message: "Не сегодня." },
    });
    expect(answer(countUnseenPrizes, { errors: {}, result: { count: 3 } })).toMatchObject({ result: { count: 3 } });
  });
});

describe("contract mismatches", () => {
  test("§7.2 a reply that doesn't fit names the field, never its value", () => {
    const secret = "Сидорова-Котова";
    const person = { id: 1, promo_group: { system_name: secret }, first_name: secret };
    const read = readReply(profile, 200, { success: true, result: person });
    expect(read).toEqual({ kind: "contract-mismatch", field: "promo_group.system_name" });
    const deals = {
      items: [
        { id: 1, points: 4, sell_count: 1 },
        { id: 2, points: secret, sell_count: 1 },
      ],
      total: 2,
    };
    expect(answer(listDeals, { success: true, result: deals })).toMatchObject({
      result: { items: [{ id: "1", points: 4 }] },
      leftOut: ["items.*.points"],
    });
    expect(answer(listDeals, { success: true, result: secret })).toEqual({
      kind: "contract-mismatch",
      field: "(result)",
    });
  });

  test("§7.2 JSON instead of a file doesn't match the contract", () => {
    expect(answer(exportDeals, { success: true, result: {} })).toEqual({ kind: "contract-mismatch", field: "(file)" });
  });

  test("§7.2 nothing that an upstream may send makes the reader throw", () => {
    const odd = [
      undefined,
      null,
      0,
      "",
      "text",
      [],
      [null],
      [[]],
      {},
      { result: null },
      { success: "yes" },
      { errors: [null, 1, [], {}] },
    ];
    for (const call of calls) {
      for (const json of odd) {
        for (const status of [200, 204, 302, 422]) {
          expect(() => readReply(call, status, json)).not.toThrow();
        }
      }
    }
  });
});

test("§7.2 an object with fields that JavaScript's own objects have is no id, and text is Unicode", () => {
  const odd = { success: true, result: { toString: "", valueOf: 1 } };
  for (const call of calls) expect(() => readReply(call, 200, odd)).not.toThrow();
  expect(
    answer(listDistributors, { success: true, result: [{ curator_id: 1, actual_name_organization: "\ud800Ось" }] }),
  ).toMatchObject({
    result: [{ actual_name_organization: "\ufffdОсь" }],
  });
});
