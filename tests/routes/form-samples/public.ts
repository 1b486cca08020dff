import type { FormSample } from "./form-sample";
import { consents, contacts, loginResults, withRunningPromotion } from "./values";

const PASSWORD = "вал-и-шестерня";
const newPassword = { new_password: PASSWORD, new_password_confirm: PASSWORD };

const manager = { intent: "register", ...contacts, ...consents, curator: "1" };
const company = {
  company_inn: "5000200016",
  company_actual_name_organization: "Мотор у моста",
  company_actual_address_organization: "г. Тверь, ул. Советская, д. 1",
  company_segment_id: "1",
};
const member = { intent: "register", ...contacts, ...consents, ...company, curator: "1", agreementMember: "on" };
const byManager = {
  intent: "register",
  ...contacts,
  ...consents,
  ...company,
  curator: "1",
  manager_contact: "+7 900 000-00-02",
};

/** Another code may be asked for at once. */
const withoutWait = { "POST confirm/phone": { resend_after: 0 } };

/** Forms of guests, and those that everybody may send. */
export const publicForms: readonly FormSample[] = [
  { route: "routes/$", path: "/no-such-page", who: "guest", values: { name: "Анна" } },
  {
    route: "routes/activation",
    what: "start",
    path: "/activation",
    who: "guest",
    values: { intent: "start", phone: "8 912 200-00-01" },
  },
  {
    route: "routes/activation",
    what: "confirm",
    path: "/activation",
    who: "guest",
    values: { intent: "confirm", code: "1234" },
    before: (browser) => browser.post("/activation", new URLSearchParams({ intent: "start", phone: "79122000001" })),
  },
  {
    route: "routes/activation",
    what: "resend",
    path: "/activation",
    who: "guest",
    values: { intent: "resend" },
    results: withoutWait,
    before: (browser) => browser.post("/activation", new URLSearchParams({ intent: "start", phone: "79122000001" })),
  },
  {
    route: "routes/activation",
    what: "resend too early",
    isRefused: true,
    path: "/activation",
    who: "guest",
    values: { intent: "resend" },
    before: (browser) => browser.post("/activation", new URLSearchParams({ intent: "start", phone: "79122000001" })),
  },
  {
    route: "routes/cookies",
    path: "/cookies",
    who: "guest",
    values: { to: "/promo/" },
    wrong: { to: "//evil.example" },
  },
  { route: "routes/light", path: "/light", who: "guest", values: { light: "1", to: "/promo/" } },
  {
    route: "routes/entry",
    path: "/entry",
    who: "guest",
    results: loginResults,
    before: (browser) => browser.open("/?token=secret-of-the-link"),
  },
  {
    route: "routes/feedback",
    path: "/feedback",
    who: "guest",
    values: { name: "Анна", email: "a@example.ru", message: "Где мой заказ?", policy: "on", to: "/promo/" },
    wrong: { message: " ", to: "//evil.example" },
  },
  {
    route: "routes/login",
    what: "by phone",
    path: "/login",
    who: "guest",
    values: { login: "8 912 200-00-01", password: "club-demo-1" },
    wrong: { password: " " },
    results: loginResults,
  },
  {
    route: "routes/login",
    what: "by e-mail",
    path: "/login?mode=email",
    who: "guest",
    values: { login: "sales@example.ru", password: "club-demo-1" },
    wrong: { password: " " },
    results: loginResults,
  },
  { route: "routes/logout", path: "/logout", who: "member" },
  {
    route: "routes/promo.$id",
    path: "/promo/6/",
    who: "member",
    given: withRunningPromotion,
  },
  {
    route: "routes/recovery._index",
    path: "/recovery",
    who: "guest",
    values: { login: "sales@example.ru" },
  },
  {
    route: "routes/recovery.password",
    path: "/recovery/password",
    who: "guest",
    values: newPassword,
    wrong: { new_password: "короткий", new_password_confirm: "другой-пароль" },
    before: (browser) => browser.open("/?check_word=secret&email=a@example.ru"),
  },
  {
    route: "routes/recovery.password",
    what: "without a link",
    isRefused: true,
    path: "/recovery/password",
    who: "guest",
    values: newPassword,
  },
  { route: "routes/register._index", path: "/register?index", who: "guest", values: { role: "member" } },
  {
    route: "routes/register.manager",
    path: "/register/manager",
    who: "guest",
    values: manager,
    wrong: { curator: " " },
  },
  {
    route: "routes/register.manager",
    what: "by an invitation",
    path: "/register/manager",
    who: "guest",
    values: { ...contacts, ...consents },
    results: {
      "GET invites/{id}": { user_id: 7, email: "new@example.org", target_promo_group_system_name: "manager" },
    },
    before: (browser) => browser.open("/?invite=7"),
  },
  {
    route: "routes/register.manager",
    what: "find-distributor",
    path: "/register/manager",
    who: "guest",
    values: { intent: "find-distributor", distributor_search: "Авто", last_name: "Петров" },
    reads: ["GET user/curator/companies/find/{name}"],
  },
  {
    route: "routes/register.member",
    path: "/register/member",
    who: "guest",
    values: { ...member, employee_position: "Механик", promo_code: "DEMO-100" },
    wrong: { company_inn: "12", curator: " ", company_segment_id: " ", company_actual_address_organization: " " },
  },
  {
    route: "routes/register.member",
    what: "with a manager",
    path: "/register/member",
    who: "guest",
    values: byManager,
    reads: ["GET user/manager/phone/{phone}"],
  },
  {
    route: "routes/register.member",
    what: "with a segment of one's own",
    path: "/register/member",
    who: "guest",
    values: { ...member, company_segment_id: "other", company_segment_other: "Мотомастерская" },
    wrong: { company_segment_other: " " },
  },
  {
    route: "routes/register.member",
    what: "find-company",
    path: "/register/member",
    who: "guest",
    values: { intent: "find-company", company_inn: "5000200016", last_name: "Петров" },
    reads: ["GET company/find/information/{tin}", "GET companies/check/exists/inn/{inn}"],
  },
  {
    route: "routes/register.member",
    what: "check-manager",
    path: "/register/member",
    who: "guest",
    values: { intent: "check-manager", manager_contact: "+7 900 000-00-02", last_name: "Петров" },
    reads: ["GET user/manager/phone/{phone}"],
  },
  {
    route: "routes/register.member",
    what: "suggest-address",
    path: "/register/member",
    who: "guest",
    values: { intent: "suggest-address", company_actual_address_organization: "Подольск", last_name: "Петров" },
    reads: ["GET suggests/valid/region/addresses/{query}"],
  },
  {
    route: "routes/register.member",
    what: "find-distributor",
    path: "/register/member",
    who: "guest",
    values: { intent: "find-distributor", distributor_search: "Авто", last_name: "Петров" },
    reads: ["GET user/curator/companies/find/{name}"],
  },
  {
    route: "routes/unsubscribe",
    path: "/unsubscribe",
    who: "guest",
    reads: ["GET mailings/unsubscribe"],
    before: (browser) => browser.open("/?id=7&hash=secret-of-the-letter"),
  },
  {
    route: "routes/unsubscribe_.mail",
    path: "/unsubscribe/mail?id=7&hash=secret-of-the-letter",
    who: "guest",
    values: { "List-Unsubscribe": "One-Click" },
    reads: ["GET mailings/unsubscribe"],
  },
];
