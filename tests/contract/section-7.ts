/**
 * The calls that the specification names, copied here on purpose: the tests compare the code's own list with it. The
 * specification gives the login by a redirect token no path, so that one is ours (§2.4.5).
 */
export const section7 = [
  // Companies, segments, look-ups
  "GET user/curator/companies/find/full_list",
  "GET company/find/information/{tin}",
  "GET user/curator/companies/find/{name}",
  "GET prize/delivery/address/suggest",
  "GET suggests/valid/region/addresses/{query}",
  "GET user/manager/phone/{phone}",
  "GET segment/list",
  "POST segment/custom",
  "GET user/company/",
  "GET companies/check/exists/inn/{inn}",
  // Content
  "GET content/menu",
  "GET content/rules",
  "GET content/faq",
  "GET user/file/links/by-roles/",
  "POST content/feedback",
  // Account
  "POST login",
  "POST login/redirect",
  "POST register",
  "POST user/logout/device",
  "POST restore/password/send/link",
  "POST restore/password",
  "GET user/profile",
  "POST user/accept/agreement",
  "POST user/banner",
  "POST confirm/phone",
  "GET user/curator/check/documents",
  "GET mailings/unsubscribe",
  "GET user/profile/export/members",
  "GET user/profile/export/managers",
  "POST user/profile/add/company",
  "POST user/profile/add/relation",
  "POST user/profile/add/documents",
  // Prizes
  "GET prize/list",
  "GET prize/counter",
  "DELETE prize/counter",
  "POST prize/exchange",
  "GET prize/characteristics/list",
  "GET busines-decissions/mobile/operators/list",
  "GET payments/agentId",
  // Invitations
  "POST invites/list/user/current",
  "POST invites/list/user/current/download",
  "GET invites/list/user/current/errors/export",
  "POST invites/user/current/resend/all",
  "POST invites/user/current/resend",
  "POST invites",
  "POST invites/import",
  "GET invites/tasks/{id}/import/status",
  "GET invites/tasks/{id}/resend/status",
  "GET invites/{id}",
  "GET referral/{id}",
  // Reports, deals, points
  "GET deals/report/titles",
  "GET deals/report/details",
  "GET deals/report/download/file/{id}",
  "POST deals/report/import",
  "GET user/profile/curator/export/inn/members",
  "GET user/points",
  "GET deals/current/user",
  "GET deals/current/user/export",
  // Promotions
  "GET user/actions/list/filter",
  "GET actions/list/filter",
  "GET actions/{id}/download/articles",
  "POST user/actions/participants/join",
  "POST user/actions/promo-codes",
  // Regional search
  "GET regional/search/users/inn/{inn}",
  "GET regional/search/users/{id}/list/reports/months",
  "GET regional/search/users/export/reports/rows",
] as const;

/** Our calls beyond the specification for passwords and sessions. */
export const extensions = [
  "GET user/sessions",
  "POST user/sessions/end",
  "POST user/sessions/end/all",
  "POST user/password",
  "GET deals/report/errors/export",
] as const;

/** Our calls beyond the specification that give a page what it shows in one short reply. */
export const overviews = [
  "GET user/overview",
  "GET deals/current/user/summary",
  "GET user/points/summary",
  "GET user/points/statement",
  "GET invites/list/user/current/summary",
  "GET prize/orders/{id}",
  "POST prize/orders/{id}/code",
  "POST deals/report/previews",
  "GET deals/report/previews/{id}",
  "POST deals/report/previews/{id}/columns",
  "POST deals/report/previews/{id}/corrections",
  "POST deals/report/previews/{id}/period",
  "POST deals/report/previews/{id}/count",
  "POST deals/report/previews/{id}/discard",
  "GET deals/report/previews/{id}/errors/export",
  "GET deals/claims",
  "GET deals/claims/choices",
  "POST deals/claims",
  "POST deals/claims/{id}/withdraw",
  "GET deals/claims/received",
  "GET deals/claims/received/{id}",
  "GET deals/claims/received/{id}/photos/{number}",
  "POST deals/claims/received/{id}/accept",
  "POST deals/claims/received/{id}/refuse",
] as const;

/** Every call that somebody's action makes. Of ours, only before this project's club: see UPSTREAM_EXTENSIONS. */
export const allCalls = [...section7, ...extensions];

/** The call that a request makes. @param path without `/api/`, as it was sent */
export function findCall(method: string, path: string): string | undefined {
  const sent = `${method} ${path}`;
  const matches = (call: string) => new RegExp(`^${call.replace(/\{\w+\}/g, "[^/]+")}$`).test(sent);
  const calls = [...allCalls, ...overviews];
  return calls.find((call) => call === sent) ?? calls.find(matches);
}
