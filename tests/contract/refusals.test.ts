import { describe, expect, test } from "vitest";
import { checkDocuments, login, profile, register, restorePassword } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import { findManager, listSegments } from "../../contract/companies";
import { importInvites, importStatus, resendAllInvites } from "../../contract/invites";
import { exchangePrize } from "../../contract/prizes";
import { listPromotions } from "../../contract/promotions";
import { listReportMonths } from "../../contract/regional";
import { listFormMessages, readReply } from "../../contract/reply";
import { DEFAULT_ERROR_MESSAGE } from "../../contract/values";

const read = (call: CallDescriptor, status: number, json: unknown) => readReply(call, status, json);
const segments = [{ id: 1, display_name: "Автосервис" }];
const kindOf = (call: CallDescriptor, status: number, json: unknown) => read(call, status, json).kind;

describe("a message beside a result", () => {
  test.each([
    ["with a status, as JSend has it", { status: "success", message: "Данные получены", data: segments }],
    ["in English", { status: "OK", message: "OK", result: segments }],
    ["and a code", { code: 200, message: "Готово", data: segments }],
    ["in data alone", { message: "Готово", data: segments }],
    ["and no error", { error: false, message: "Готово", data: segments }],
    ["and an error without words", { error: { code: 0, message: "" }, data: segments }],
    ["under another name", { message: "Готово", segments }],
  ])("§7.2 is no refusal: %s", (_, json) => {
    expect(read(listSegments, 200, json)).toMatchObject({ kind: "answer", result: [{ id: "1" }] });
  });

  test("§7.2 is no refusal beside the fields of a result without an envelope, nor where the status tells", () => {
    expect(kindOf(exchangePrize, 200, { id: 5, status: "new", message: "Заказ принят" })).toBe("answer");
    expect(kindOf(register, 200, { user_id: 5, message: "Добро пожаловать" })).toBe("answer");
    expect(kindOf(register, 201, { message: "Создано" })).toBe("answer");
    expect(kindOf(exchangePrize, 201, { message: "Создано" })).toBe("answer");
  });

  test("§7.2 is not what the title or the description of a single row is", () => {
    const promotion = { id: 6, name: "Зима", description: "Баллы за антифриз" };
    expect(read(listPromotions, 200, promotion)).toMatchObject({ result: { items: [{ id: "6" }] } });
  });

  test("§7.2 alone tells that a form without a result was saved", () => {
    expect(kindOf(restorePassword, 200, { message: "Пароль изменён" })).toBe("answer");
  });

  test("§3.1 §8.1 alone refuses what needs a result", () => {
    expect(read(login, 200, { message: "Неверный пароль" })).toMatchObject({
      refusal: { message: "Неверный пароль" },
    });
    expect(read(findManager, 200, { message: "Не найден", data: null })).toMatchObject({
      refusal: { message: "Не найден" },
    });
  });

  test("§3.8 §4.18 alone leaves open whether an order was made, as no answer does", () => {
    expect(read(exchangePrize, 200, { message: "Заказ принят" })).toEqual({
      kind: "contract-mismatch",
      field: "success",
    });
    expect(kindOf(exchangePrize, 200, { success: false, message: "Подарок закончился" })).toBe("refusal");
    expect(kindOf(exchangePrize, 409, { message: "Подарок закончился" })).toBe("refusal");
  });
});

test.each([
  ["a status of error", { status: "error", message: "Нельзя." }],
  ["a status of failure", { status: "FAIL", data: { phone: "Нельзя." } }],
  ["a status that is false", { status: false, message: "Нельзя." }],
  ["an error that is true", { error: true, message: "Нельзя.", data: null }],
  ["ok that is false", { ok: false, description: "Нельзя." }],
  ["success as a word", { success: "N", message: "Нельзя." }],
  ["success as False", { success: "False", message: "Нельзя." }],
])("§7.2 §8.1 a reply of status 200 is a refusal by %s", (_, json) => {
  for (const call of [restorePassword, register, exchangePrize, findManager]) {
    expect(read(call, 200, json)).toMatchObject({ kind: "refusal", refusal: { message: "Нельзя." } });
  }
});

test.each([
  ["a list of errors alone", 400, [{ message: "Нельзя." }]],
  ["violations", 422, { title: "Validation Failed", violations: [{ propertyPath: "email", message: "Нельзя." }] }],
  ["a reason", 200, { success: false, reason: "Нельзя." }],
  ["a message in place of the result", 200, { success: false, result: { message: "Нельзя." } }],
  ["a code beside the message", 200, { code: 17, message: "Нельзя." }],
  ["a status of HTTP beside the message", 200, { status: 409, message: "Нельзя." }],
  ["a result that is false", 200, { result: false, message: "Нельзя." }],
])("§8.1 a refusal is read in %s", (_, status, json) => {
  for (const call of [restorePassword, register, findManager]) {
    expect(read(call, status, json)).toMatchObject({ kind: "refusal", refusal: { message: "Нельзя." } });
  }
});

test.each([
  ["a code of 0", { code: 0, message: "OK", data: {} }],
  ["a status of HTTP", { status: 200, message: "OK" }],
  ["success that is an empty list", { success: [], result: { id: 4 } }],
  ["success that is an empty object", { success: {}, result: null }],
])("§7.2 a form is saved by %s", (_, json) => {
  for (const call of [restorePassword, register, importInvites]) expect(kindOf(call, 200, json)).toBe("answer");
});

test.each([
  ["a code of 0", { code: 0, message: "OK" }],
  ["another code", { code: 17, message: "Нельзя." }],
  ["a status of HTTP", { status: 200, message: "OK" }],
  ["a status of HTTP that refuses", { status: 409, message: "Нельзя." }],
  ["a status that no order has", { status: "declined", message: "Нельзя." }],
  ["the status of a rejected order", { status: "rejected", message: "Нельзя." }],
])("§3.8 §4.18 %s beside a message leaves open whether an order was made", (_, json) => {
  expect(kindOf(exchangePrize, 200, json)).toBe("contract-mismatch");
  expect(kindOf(exchangePrize, 200, { ...json, id: 5 })).toBe("answer");
});

test("§7.2 a status that is a field of the result is no word about it", () => {
  expect(kindOf(importStatus, 200, { status: "failed", total: 3, processed: 3 })).toBe("answer");
  expect(kindOf(exchangePrize, 200, { id: 7, status: "error" })).toBe("answer");
});

describe("what a refusal says", () => {
  const refuse = (json: unknown, status = 422) => {
    const reply = read(register, status, json);
    if (reply.kind !== "refusal") throw new Error(reply.kind);
    return reply.refusal;
  };

  test.each([
    ["RFC 9457", { type: "about:blank", title: "Conflict", status: 409, detail: "Телефон занят.", code: "busy" }],
    ["only a title", { title: "Телефон занят.", status: 409 }],
    ["RFC 6749", { error: "invalid_request", error_description: "Телефон занят." }],
    ["Spring", { timestamp: "2026", status: 400, error: "Bad Request", message: "Телефон занят.", path: "/api/x" }],
    ["Nest", { statusCode: 400, message: ["Телефон занят."], error: "Bad Request" }],
    ["Google", { error: { code: 400, message: "Телефон занят.", status: "INVALID", details: [{ reason: "X" }] } }],
    ["Django", { detail: "Телефон занят." }],
    ["a list with details", { errors: [{ title: "Занят", detail: "Телефон занят.", code: "busy" }] }],
  ])("§8.1 is read as %s has it, and nothing else of it is shown", (_, json) => {
    const { message, fields, entries } = refuse(json);
    expect({ message, fields, shown: listFormMessages({ ...refuse(json), entries }) }).toEqual({
      message: "Телефон занят.",
      fields: {},
      shown: ["Телефон занят."],
    });
  });

  test.each([
    ["Laravel", { message: "The given data was invalid.", errors: { phone: ["Телефон занят."] } }],
    ["Django", { phone: ["Телефон занят."] }],
    ["JSend", { status: "fail", data: { phone: "Телефон занят." } }],
    ["Spring", { errors: [{ objectName: "form", field: "phone", rejectedValue: "1", message: "Телефон занят." }] }],
    ["Express", { errors: [{ type: "field", msg: "Телефон занят.", path: "phone", location: "body", value: "" }] }],
    ["FastAPI", { detail: [{ loc: ["body", "phone"], msg: "Телефон занят.", type: "value_error" }] }],
    ["JSON:API", { errors: [{ detail: "Телефон занят.", source: { pointer: "/data/attributes/phone" } }] }],
    ["JSON:API of a query", { errors: [{ detail: "Телефон занят.", source: { parameter: "phone" } }] }],
    ["Symfony", { errors: [{ propertyPath: "data.phone", message: "Телефон занят." }] }],
  ])("§8.1 stands at its field as %s has it", (_, json) => {
    expect(refuse(json)).toMatchObject({ message: "Телефон занят.", fields: { phone: "Телефон занят." } });
  });

  test("§8.2 the alias may be the code of an entry or of the reply, or the error beside a message", () => {
    const name = "cts.prize_exchange_service.need_documents";
    for (const json of [
      { errors: [{ code: name, message: "Нужны документы." }] },
      { error: name, error_description: "Нужны документы." },
      { code: name, detail: "Нужны документы." },
    ]) {
      expect(refuse(json)).toMatchObject({ aliases: [name], message: "Нужны документы." });
    }
  });

  test("§8.7 what has no words gets the default message", () => {
    for (const json of [{ errors: [{}] }, { error: { code: 0 } }, { code: 17 }, { errors: { phone: [] } }]) {
      expect(refuse(json).message).toBe(DEFAULT_ERROR_MESSAGE);
    }
  });
});

test("§3.10 an import or a resend is found by its id, whatever the name and the wrapper", () => {
  for (const call of [importInvites, resendAllInvites]) {
    for (const result of [
      { id: 78 },
      { data: { id: 78 } },
      { task: { id: 78, status: "queued" } },
      [{ id: "78" }],
      78,
    ]) {
      expect(read(call, 200, { success: true, result })).toMatchObject({ result: { task_id: "78" } });
    }
    expect(read(call, 200, { success: true, result: { task_id: 5, id: 78 } })).toMatchObject({
      result: { task_id: "5" },
    });
    expect(read(call, 200, { success: true, result: { id: null } })).toMatchObject({ result: { task_id: "" } });
  }
});

test("§3.10 the state of documents may be its word alone", () => {
  expect(read(checkDocuments, 200, { result: "accepted" })).toMatchObject({ result: { status: "accepted" } });
});

test("§3.1 a month is kept as it is written; one that is no text is a day", () => {
  const months = ["2026-11", "11.2026", [2026, 11, 1], { date: "2026-11-01 00:00:00", timezone: "Europe/Moscow" }];
  expect(read(listReportMonths, 200, { result: months.map((month) => ({ month })) })).toMatchObject({
    result: [{ month: "2026-11" }, { month: "11.2026" }, { month: "2026-11-01" }, { month: "2026-11-01" }],
    leftOut: [],
  });
});

test("§7.2 a profile with a message beside it is read", () => {
  const user = { id: 1, promo_group: "member" };
  expect(kindOf(profile, 200, { message: "OK", user })).toBe("answer");
});
