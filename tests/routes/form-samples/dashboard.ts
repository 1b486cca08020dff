import type { Json } from "../../contract/recorded-replies";
import type { FormSample } from "./form-sample";
import { asNewMember, documents, list, person, program, scan } from "./values";

const SECURITY = "/dashboard/profile/security";
const NEW_COMPANY = "/dashboard/profile/companies/new";

const wrongDocuments = {
  passport_issued_by: " ",
  registration_address: " ",
  passport_main: program(),
  passport_registration: program(),
};

const company = {
  intent: "register",
  company_inn: "5000200016",
  company_actual_name_organization: "Вторая точка",
  company_actual_address_organization: "г. Тверь, ул. Советская, д. 1",
  company_segment_id: "1",
};

const claim = {
  article_code: "OF-1012",
  sell_count: "3",
  sell_date: "2026-11-10",
  document_number: "УТ-1042",
  curator_id: "1",
  inn: "5000200016",
  comment: "Нет в отчёте",
};
const wrongClaim = {
  article_code: " ",
  document_number: " ",
  curator_id: " ",
  photo: program(),
  second_photo: program(),
};

const ownClaim = { id: 3, status: "pending", article_code: "OF-1012", article_name: "Фильтр", sell_count: 3 };
const claimResults = {
  "GET deals/claims": { items: [ownClaim], total: 1 },
  "GET deals/claims/choices": {
    distributors: [{ id: 1, name: "Автодеталь-Центр" }],
    shops: [{ id: "5000200016", name: "Мотор на Ленинской" }],
    articles: [{ id: "OF-1012", name: "Фильтр масляный" }],
  },
  "POST deals/claims": { id: 3 },
  "GET deals/claims/received": { items: [ownClaim], total: 1 },
  "GET deals/claims/received/{id}": { ...ownClaim, managers: [{ id: 7, name: "Зайцева Ирина" }], manager_id: 7 },
  "POST deals/claims/received/{id}/accept": {},
  "POST deals/claims/received/{id}/refuse": {},
  "POST deals/claims/{id}/withdraw": {},
};

const columns = ["Дата", "Сейлз", "ИНН", "Код", "Штук"].map((name) => ({ name, example: "" }));
const preview = {
  id: 9,
  file_name: "май.csv",
  total: 5,
  counted: 4,
  headers: columns,
  shown: "shown-1",
  checked: "checked-1",
};
const previewResults = (fields: Readonly<Record<string, Json>> = {}) => ({
  "GET deals/report/previews/{id}": { ...preview, ...fields },
  "POST deals/report/previews": { id: 9 },
  "POST deals/report/previews/{id}/count": { id: 37 },
  "POST deals/report/previews/{id}/discard": {},
  "POST deals/report/previews/{id}/columns": {},
  "POST deals/report/previews/{id}/corrections": {},
  "POST deals/report/previews/{id}/period": {},
});
const PREVIEW = "/dashboard/report/preview/9?index";

/** Forms of the dashboard, without gifts. */
export const dashboardForms: readonly FormSample[] = [
  {
    route: "routes/agreement",
    path: "/agreement",
    who: "member",
    values: { agreement: "on" },
    given: asNewMember,
  },
  {
    route: "routes/banner",
    path: "/banner",
    who: "manager",
    values: { to: "/dashboard/points" },
    wrong: { to: "//evil.example" },
  },
  {
    route: "routes/curator",
    path: "/curator",
    who: "member",
    values: { curator: "1" },
    wrong: { curator: " " },
    given: asNewMember,
  },
  {
    route: "routes/dashboard.documents",
    path: "/dashboard/documents",
    who: "member",
    values: documents,
    wrong: wrongDocuments,
  },
  {
    route: "routes/dashboard.documents_.upload",
    path: "/dashboard/documents/upload",
    who: "member",
    values: documents,
    wrong: wrongDocuments,
  },
  {
    route: "routes/dashboard.invite._index",
    what: "resend",
    path: "/dashboard/invite?index&page=1",
    who: "manager",
    values: { intent: "resend", invite_id: "17b4e6e2-be1b-4558-a0c5-16fd9012aa00" },
  },
  {
    route: "routes/dashboard.invite._index",
    what: "resend-all",
    path: "/dashboard/invite?index&search=Белова&status=sent",
    who: "manager",
    values: { intent: "resend-all" },
  },
  {
    route: "routes/dashboard.invite._index",
    what: "resend-all without extensions",
    path: "/dashboard/invite?index&search=Белова&status=sent",
    who: "manager",
    values: { intent: "resend-all" },
    isSpecified: true,
  },
  {
    route: "routes/dashboard.invite.import",
    path: "/dashboard/invite/import",
    who: "manager",
    values: { file: list() },
  },
  {
    route: "routes/dashboard.invite.new",
    path: "/dashboard/invite/new",
    who: "manager",
    values: { ...person, email: "new@example.ru", target_promo_group_system_name: "member" },
  },
  {
    route: "routes/dashboard.profile.companies.new",
    path: NEW_COMPANY,
    who: "member",
    values: company,
    wrong: { company_inn: "12", company_segment_id: " ", company_actual_address_organization: " " },
  },
  {
    route: "routes/dashboard.profile.companies.new",
    what: "with a segment of one's own",
    path: NEW_COMPANY,
    who: "member",
    values: { ...company, company_segment_id: "other", company_segment_other: "Мотомастерская" },
    wrong: { company_segment_other: " " },
  },
  {
    route: "routes/dashboard.profile.companies.new",
    what: "find-company",
    path: NEW_COMPANY,
    who: "member",
    values: { intent: "find-company", company_inn: "5000200016" },
    reads: ["GET company/find/information/{tin}"],
  },
  {
    route: "routes/dashboard.profile.companies.new",
    what: "suggest-address",
    path: NEW_COMPANY,
    who: "member",
    values: { intent: "suggest-address", company_actual_address_organization: "Подольск" },
    reads: ["GET suggests/valid/region/addresses/{query}"],
  },
  {
    route: "routes/dashboard.profile.security",
    what: "password",
    path: SECURITY,
    who: "member",
    values: { intent: "password", current_password: "club-demo-1", new_password: "вал-и-шестерня" },
    wrong: { current_password: " ", new_password: "короткий" },
  },
  {
    route: "routes/dashboard.profile.security",
    what: "end",
    path: SECURITY,
    who: "member",
    values: { intent: "end", session_id: "c5a4c0de-98b5-4f0c-8a35-2f1c3a7e9b22" },
  },
  {
    route: "routes/dashboard.profile.security",
    what: "end-all",
    path: SECURITY,
    who: "member",
    values: { intent: "end-all" },
  },
  {
    route: "routes/dashboard.profile.security",
    what: "link",
    path: SECURITY,
    who: "member",
    values: { intent: "link" },
    isSpecified: true,
  },
  {
    route: "routes/dashboard.promo-code",
    path: "/dashboard/promo-code",
    who: "member",
    values: { promo_code: "DEMO-100" },
    wrong: { promo_code: " " },
  },
  {
    route: "routes/dashboard.report._index",
    what: "count",
    path: "/dashboard/report?index",
    who: "curator",
    values: { intent: "count", file: list() },
  },
  {
    route: "routes/dashboard.report._index",
    what: "count without extensions",
    path: "/dashboard/report?index",
    who: "curator",
    values: { file: list() },
    isSpecified: true,
  },
  {
    route: "routes/dashboard.report._index",
    what: "preview",
    path: "/dashboard/report?index",
    who: "curator",
    values: { intent: "preview", file: list() },
    results: previewResults(),
  },
  {
    route: "routes/dashboard.report.claims.$id._index",
    what: "accept",
    path: "/dashboard/report/claims/3?index",
    who: "curator",
    values: {
      intent: "accept",
      article_code: "OF-1012",
      sell_count: "3",
      sell_date: "2026-11-10",
      manager_id: "7",
    },
    wrong: { article_code: " ", manager_id: " " },
    results: claimResults,
  },
  {
    route: "routes/dashboard.report.claims.$id._index",
    what: "refuse",
    path: "/dashboard/report/claims/3?index",
    who: "curator",
    values: { intent: "refuse", reason: "Нет такого документа" },
    wrong: { reason: " " },
    results: claimResults,
  },
  {
    route: "routes/dashboard.report.preview.$id._index",
    what: "count",
    path: PREVIEW,
    who: "curator",
    values: { intent: "count", checked: "checked-1" },
    results: previewResults(),
  },
  {
    route: "routes/dashboard.report.preview.$id._index",
    what: "discard",
    path: PREVIEW,
    who: "curator",
    values: { intent: "discard", checked: "checked-1" },
    results: previewResults(),
  },
  {
    route: "routes/dashboard.report.preview.$id._index",
    what: "columns",
    path: PREVIEW,
    who: "curator",
    values: {
      intent: "columns",
      sell_date: "Дата",
      manager: "Сейлз",
      inn: "ИНН",
      article_code: "Код",
      sell_count: "Штук",
      date_order: "dmy",
    },
    wrong: { sell_date: " ", manager: " ", inn: " ", article_code: " ", sell_count: " " },
    results: previewResults({ needs_columns: true }),
  },
  {
    route: "routes/dashboard.report.preview.$id._index",
    what: "corrections",
    path: PREVIEW,
    who: "curator",
    values: { intent: "corrections", corrected_rows: "replace", row_2: "leave", shown: "shown-1" },
    results: previewResults({
      needs_corrections: true,
      corrected: 1,
      corrected_rows: [{ row: 2, text: "Фильтр", was: 1, became: 2, answer: "" }],
    }),
  },
  {
    route: "routes/dashboard.report.preview.$id._index",
    what: "period",
    path: PREVIEW,
    who: "curator",
    values: {
      intent: "period",
      period_from: "2026-05-01",
      period_to: "2026-05-31",
      answered_period: "2026-05-01 2026-05-31",
      gone_sales: "keep",
      shown: "shown-1",
    },
    wrong: { gone_sales: "" },
    results: previewResults({
      needs_gone: true,
      gone: 1,
      gone_rows: [{ text: "Фильтр", count: 1, points: 10 }],
      period_from: "2026-05-01",
      period_to: "2026-05-31",
    }),
  },
  {
    route: "routes/dashboard.sales.claims._index",
    path: "/dashboard/sales/claims?index",
    who: "member",
    values: { claim_id: "3" },
    results: claimResults,
  },
  {
    route: "routes/dashboard.sales.claims.new",
    path: "/dashboard/sales/claims/new",
    who: "member",
    values: { ...claim, photo: scan(), second_photo: scan() },
    wrong: wrongClaim,
    results: claimResults,
  },
];
