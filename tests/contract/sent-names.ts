import type { section7 } from "./section-7";

/** The names of parameters and fields that a call is sent with, besides those in its path. */
interface SentNames {
  readonly always?: readonly string[];
  readonly sometimes?: readonly string[];
}

const page = ["page", "per_page"];
const period = ["date_from", "date_to"];
const person = ["last_name", "first_name", "sur_name"];
const company = [
  "company_inn",
  "company_actual_name_organization",
  "company_actual_address_organization",
  "company_segment_id",
];
const promotions = { always: [...page, "is_enabled", "sort"], sometimes: ["id"] };

/**
 * Every name that the portal sends to an upstream without extensions, copied from the sections 3 and 7 of the specification
 * on purpose. Where they say "not shown" or only "query" or "body", the names are the contract's.
 */
export const sentNames: Readonly<Record<(typeof section7)[number], SentNames>> = {
  "GET user/curator/companies/find/full_list": { sometimes: ["search"] },
  "GET company/find/information/{tin}": {},
  "GET user/curator/companies/find/{name}": {},
  "GET prize/delivery/address/suggest": { always: ["query"], sometimes: ["type", "city"] },
  "GET suggests/valid/region/addresses/{query}": {},
  "GET user/manager/phone/{phone}": {},
  "GET segment/list": {},
  "POST segment/custom": { always: ["display_name"] },
  "GET user/company/": { always: page },
  "GET companies/check/exists/inn/{inn}": {},
  "GET content/menu": {},
  "GET content/rules": {},
  "GET content/faq": {},
  "GET user/file/links/by-roles/": {},
  "POST content/feedback": { always: ["name", "email", "message"] },
  "POST login": { always: ["login", "password"] },
  "POST login/redirect": { always: ["token"] },
  "POST register": {
    always: ["user_role", "phone", "email", ...person, "related_to_user_id", "is_allow_email_notify"],
    sometimes: [...company, "employee_position", "promo_code", "invite_id", "referral_from_user_id"],
  },
  "POST user/logout/device": {},
  "POST restore/password/send/link": { always: ["login"] },
  "POST restore/password": { always: ["check_word", "email", "new_password"] },
  "GET user/profile": {},
  "POST user/accept/agreement": {},
  "POST user/banner": {},
  "POST confirm/phone": { always: ["phone"], sometimes: ["code"] },
  "GET user/curator/check/documents": {},
  "GET mailings/unsubscribe": { always: ["id", "hash"] },
  "GET user/profile/export/members": {},
  "GET user/profile/export/managers": {},
  "POST user/profile/add/company": { always: company },
  "POST user/profile/add/relation": { always: ["related_to_user_id"] },
  "POST user/profile/add/documents": {
    always: [
      ...person,
      "birth_date",
      "passport_series",
      "passport_number",
      "passport_issue_date",
      "passport_issued_by",
      "passport_code",
      "registration_address",
      "inn",
      "passport_main",
      "passport_registration",
    ],
  },
  "GET prize/list": {},
  "GET prize/counter": {},
  "DELETE prize/counter": {},
  "POST prize/exchange": {
    always: [
      "prize_id",
      "face",
      "selected_additional_fields",
      "delivery_country",
      "delivery_city",
      "delivery_street",
      "delivery_house",
      "delivery_flat",
      "cdek_address_full",
      "cdek_pvz_code",
      "basket_uuid",
    ],
  },
  "GET prize/characteristics/list": { sometimes: ["prize_id"] },
  "GET busines-decissions/mobile/operators/list": {},
  "GET payments/agentId": {},
  "POST invites/list/user/current": { always: [...page, "search", "invite_status"] },
  "POST invites/list/user/current/download": { always: ["search", "invite_status"] },
  "GET invites/list/user/current/errors/export": { always: ["task_id"] },
  "POST invites/user/current/resend/all": {},
  "POST invites/user/current/resend": { always: ["invite_id"] },
  "POST invites": { always: ["email", ...person, "target_promo_group_system_name"] },
  "POST invites/import": { always: ["file"] },
  "GET invites/tasks/{id}/import/status": {},
  "GET invites/tasks/{id}/resend/status": {},
  "GET invites/{id}": {},
  "GET referral/{id}": {},
  "GET deals/report/titles": { always: page },
  "GET deals/report/details": { always: ["file_id", ...page] },
  "GET deals/report/download/file/{id}": {},
  "POST deals/report/import": { always: ["file"] },
  "GET user/profile/curator/export/inn/members": {},
  "GET user/points": { always: page },
  "GET deals/current/user": { always: page, sometimes: period },
  "GET deals/current/user/export": { sometimes: period },
  "GET user/actions/list/filter": promotions,
  "GET actions/list/filter": promotions,
  "GET actions/{id}/download/articles": {},
  "POST user/actions/participants/join": { always: ["action_id"] },
  "POST user/actions/promo-codes": { always: ["promo_code"] },
  "GET regional/search/users/inn/{inn}": {},
  "GET regional/search/users/{id}/list/reports/months": {},
  "GET regional/search/users/export/reports/rows": { always: ["user_id", "month"] },
};

/** Every header of a request to an upstream without extensions, and why it is sent. */
export const sentHeaders: Readonly<Record<string, string>> = {
  authorization: "§7.2 The client credential.",
  "access-token": "§7.2 The participant's token.",
  accept: "HTTP: JSON, or the CSV of an export.",
  "accept-encoding": "HTTP: set by Node.",
  "accept-language": "HTTP: set by Node.",
  "sec-fetch-mode": "HTTP: set by Node.",
  connection: "HTTP: set by Node.",
  host: "HTTP.",
  "content-length": "HTTP: of a body.",
  "content-type": "HTTP: of a body.",
  "transfer-encoding": "HTTP: of a multipart body.",
  "user-agent": "HTTP: the visitor's, as a proxy passes it on.",
  "x-forwarded-for": "HTTP's usual word of a proxy: without it every log-in comes from one address.",
  "x-request-id": "Ours, for the logs of both sides.",
  "idempotency-key": "Ours, of an order: without it an upstream that knows keys couldn't tell a repeated order.",
};
