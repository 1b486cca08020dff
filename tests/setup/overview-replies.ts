import type { Json } from "../contract/recorded-replies";

const orderUnit = {
  ...{ id: 9, date: "2026-11-16T09:30:00Z", name: "Пополнение телефона на 500 ₽", price: 500, status: "new", size: "" },
  ...{ recipient: "+7 (900) ***-**-03", pickup_point: "", tracking_number: "", reject_reason: "", has_code: false },
  ...{ code_expires_on: "", expected_on: "2026-11-21", changes: [{ date: "2026-11-16T09:30:00Z", status: "new" }] },
};

const certificate = {
  ...orderUnit,
  id: 10,
  name: "Сертификат на 1000 ₽",
  price: 1000,
  status: "completed",
  recipient: "",
  has_code: true,
  code_expires_on: "2027-05-31",
  expected_on: "",
  changes: [...orderUnit.changes, { date: "2026-11-17T10:00:00Z", status: "completed" }],
};

const claim = {
  ...{ id: 3, date: "2026-11-12T08:00:00Z", status: "pending", reason: "", sell_date: "2026-11-02" },
  ...{ article_code: "OF-1012", article_name: "Фильтр масляный OF-1012", sell_count: 6, document_number: "УТ-1042" },
  ...{ distributor: "Автодеталь-Центр", shop: "Сход-развал", inn: "770020003638", points: null },
};

const claims = [
  claim,
  { ...claim, id: 2, status: "refused", reason: "Продажи не было.", sell_count: 2 },
  { ...claim, id: 1, status: "accepted", sell_count: 1, points: 7 },
];

const received = { ...claim, claimant: "Климов Андрей Петрович" };

const months = [
  { month: "2026-11", count: 8, points: 373 },
  { month: "2026-10", count: 11, points: 612 },
];

const preview = {
  ...{ id: 5, file_name: "ноябрь.csv", date: "2026-11-17T09:00:00Z", expires_at: "2026-11-18T09:00:00Z" },
  ...{ report_id: null, total: 9, counted: 4, returned: 1, points: 57, failed: 1, repeated: 2, equal: 2, corrected: 1 },
  errors: [{ row: 3, field: "Количество", message: "Количество — целое число больше нуля." }],
  repeats: [{ first_row: 4, last_row: 5, message: "Учтено в отчёте «май.csv» от 21.11.2026." }],
  equal_rows: [{ first_row: 6, last_row: 7, message: "То же, что в строке 2." }],
  corrected_rows: [{ row: 8, text: "OF-1012, «май.csv»", was: 6, became: 5, answer: "replace" }],
  ...{ corrected_answer: "replace", shown: "shown-1", checked: "checked-1", needs_corrections: false },
  ...{ replaced: 1, replaced_points: 6, first_day: "2026-11-01", last_day: "2026-11-16" },
  ...{
    period_from: "2026-11-01",
    period_to: "2026-11-16",
    gone: 1,
    gone_answer: "keep",
    needs_gone: false,
    gone_unsure: 1,
  },
  period_sums: [
    { kind: "before", rows: 5, pieces: 20, points: 70 },
    { kind: "gone", rows: 1, pieces: 2, points: 8 },
    { kind: "new", rows: 4, pieces: 9, points: 57 },
    { kind: "after", rows: 9, pieces: 29, points: 127 },
  ],
  gone_rows: [{ text: "HL-H7, 03.11.2026, У Фомина", count: 2, points: 8 }],
  ...{ lost_returns: 1, lost_points: -4, lost_rows: [{ text: "HL-H7, возврат", count: -1, points: -4 }] },
  ...{ lines: 10, left_out: 1, left_out_rows: [{ first_row: 1, last_row: 1, message: "Названия столбцов." }] },
  headers: [{ name: "Код детали", example: "OF-1012" }],
  ...{ columns: [{ column: "article_code", name: "Код детали" }], needs_columns: false, is_headless: false },
  ...{ questions: [], needs_answers: false, are_columns_remembered: true, hold_reason: "" },
};

/** Replies of the calls that only this project's club has for its overviews, by call: one of each, and of each state of a row. */
export const overviewReplies: Readonly<Record<string, Json>> = {
  "GET deals/current/user/summary": {
    ...{ is_complete: true, months },
    articles: [{ article_code: "OF-1012", article_name: "Фильтр масляный OF-1012", count: 12, points: 300 }],
  },
  "GET user/points/summary": { is_complete: true, months },
  "GET user/points/statement": {
    ...{ opening: 3049, closing: 4022, added: 1473, spent: 500, first_month: "2026-05" },
    entries: {
      items: [
        {
          ...{ id: 2905, date: "2026-11-05T10:00:00Z", reason: "Продажи", action: "Продажа 01.11.2026", amount: 1473 },
          ...{ balance: 4522, order_id: null, available_on: "2026-11-25" },
        },
        {
          ...{ id: 2659, date: "2026-11-16T09:30:00Z", reason: "Заказы", action: orderUnit.name, amount: -500 },
          ...{ balance: 4022, order_id: 9, available_on: "" },
        },
      ],
      ...{ total: 90, page: 1, per_page: 40 },
    },
  },
  "GET invites/list/user/current/summary": {
    ...{ resendable: 3, import_id: "a8fdcf92-e717-4eb4-a51f-65a3eb3e2f61", import_date: "2026-11-13T09:00:00Z" },
    ...{ import_status: "done", import_total: 4, import_failed: 1 },
  },
  "GET prize/orders/{id}": { ...orderUnit, units: [orderUnit, certificate] },
  "POST prize/orders/{id}/code": { code: "1234-5678", pin: "4321" },
  "GET deals/report/previews/{id}": preview,
  "GET deals/claims": { items: claims, total: 3, page: 1, per_page: 15 },
  "GET deals/claims/choices": {
    distributors: [{ id: 1, name: "Автодеталь-Центр" }],
    shops: [{ id: "770020003638", name: "Сход-развал" }],
    articles: [{ id: "OF-1012", name: "Фильтр масляный OF-1012" }],
  },
  "GET deals/claims/received": {
    items: claims.map((one) => ({ ...one, claimant: received.claimant })),
    ...{ total: 3, page: 1, per_page: 15 },
  },
  "GET deals/claims/received/{id}": {
    ...received,
    ...{ comment: "Забыли в отчёте.", manager_id: 7, managers: [{ id: 7, name: "Зайцева Ирина Павловна" }] },
    photos: [{ number: 1, type: "image/jpeg" }],
    similar: [
      { id: 4, sell_date: "2026-11-03", sell_count: 6, manager: "Зайцева Ирина Павловна", file_name: "ноябрь.csv" },
    ],
  },
};
