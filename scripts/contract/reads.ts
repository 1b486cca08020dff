import * as accounts from "../../contract/accounts";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import * as companies from "../../contract/companies";
import * as content from "../../contract/content";
import * as deals from "../../contract/deals";
import * as extensions from "../../contract/extensions";
import * as invites from "../../contract/invites";
import * as prizes from "../../contract/prizes";
import * as promotions from "../../contract/promotions";
import * as regional from "../../contract/regional";
import * as suggestions from "../../contract/suggestions";
import {
  REPORT_DETAILS_PER_PAGE,
  REPORTS_PER_PAGE,
  UNSEEN_PROMO_PAGE,
  UNSEEN_PROMO_PER_PAGE,
} from "../../contract/values";

/** Values for the input of later calls, read from the replies to earlier ones. They are sent but never printed. */
export interface Examples {
  user?: accounts.User;
  distributor?: string;
  inn?: string;
  managerContact?: string;
  city?: string;
  promotion?: string;
  ownPromotion?: string;
  prize?: string;
  report?: string;
  invite?: string;
  referral?: string;
  foundUser?: string;
  month?: string;
}

/**
 * What becomes of the screen when the call fails or its reply can't be read:
 * - `page`: the page isn't shown
 * - `part`: the page is shown without what `name` says
 * - `inPlace`: the page stays, and says that this part of it doesn't work
 */
export type Failing = { kind: "page" } | { kind: "part"; name: string } | { kind: "inPlace" };

/** A call as the portal makes it. */
export interface Read {
  readonly descriptor: CallDescriptor;
  /** The address of the page that needs it. */
  readonly page: string;
  readonly failing: Failing;
  /** Whether a refusal fits too: the upstream needn't know the example, or may not let every role ask. */
  readonly mayBeRefused: boolean;
  /** Null when the replies so far have no example. */
  input(examples: Examples): Readonly<Record<string, unknown>> | null;
  learn(result: unknown, examples: Examples): void;
}

interface ReadParts<D extends CallDescriptor> {
  input?: (examples: Examples) => CallInput<D> | null;
  learn?: (result: CallReply<D>, examples: Examples) => void;
  mayBeRefused?: boolean;
  /** What the page is shown without. */
  without?: string;
  /** The call is made in the background of its page. */
  isLookup?: boolean;
}

function read<D extends CallDescriptor>(descriptor: D, page: string, parts: ReadParts<D> = {}): Read {
  const { input, learn, without, isLookup = false, mayBeRefused = isLookup || without !== undefined } = parts;
  return {
    descriptor,
    page,
    failing: without !== undefined ? { kind: "part", name: without } : { kind: isLookup ? "inPlace" : "page" },
    mayBeRefused,
    input: (examples) => (input ? input(examples) : {}),
    learn: (result, examples) => learn?.(result as CallReply<D>, examples),
  };
}

const EVERY_PAGE = "every page";
const lookup = { isLookup: true };

/**
 * The calls that only read, with the input that the portal sends, in an order in which each finds its example. Unsubscribing
 * and a participant's promotion by id are missing: both are GETs that write.
 */
export const reads: readonly Read[] = [
  read(accounts.profile, EVERY_PAGE, { learn: learnFromProfile }),
  read(content.menu, EVERY_PAGE, { without: "the links of header and footer" }),
  read(content.rules, "/rules/"),
  read(content.faq, "/q&a/"),
  read(content.fileLinksByRole, "/rules/"),
  read(companies.listDistributors, "/register/manager", {
    learn([first], examples) {
      examples.distributor = first?.actual_name_organization || first?.legal_name_organization;
    },
  }),
  read(companies.findDistributors, "/register/manager", {
    ...lookup,
    input: ({ distributor }) => (distributor ? { name: distributor } : null),
  }),
  read(companies.findCompanyByTin, "/register/member", {
    ...lookup,
    input: ({ inn }) => (inn ? { tin: inn } : null),
  }),
  read(companies.companyExists, "/register/member", { ...lookup, input: ({ inn }) => (inn ? { inn } : null) }),
  read(companies.findManager, "/register/member", {
    ...lookup,
    input: ({ managerContact }) => (managerContact ? { phone: managerContact } : null),
  }),
  read(companies.listSegments, "/register/member"),
  read(suggestions.suggestAddresses, "/register/member", { ...lookup, input: () => ({ query: "Москва" }) }),
  read(invites.findInvite, "/?invite=", {
    input: ({ invite }) => (invite ? { id: invite } : null),
    mayBeRefused: true,
  }),
  read(invites.findReferral, "/?referral=", {
    input: ({ referral }) => (referral ? { id: referral } : null),
    mayBeRefused: true,
  }),
  read(promotions.listPromotions, "/", { input: () => ({ per_page: 3 }), without: "the newest promotions" }),
  read(promotions.listPromotions, "/promo/", {
    input: () => ({ page: 1, per_page: 12 }),
    learn({ items }, examples) {
      examples.promotion = (items.find(({ has_articles }) => has_articles) ?? items[0])?.id;
    },
  }),
  read(promotions.listPromotions, "/promo/:id", {
    input: ({ promotion }) => (promotion ? { id: promotion, page: 1, per_page: 1 } : null),
  }),
  read(promotions.downloadArticles, "/promo/:id", {
    input: ({ promotion }) => (promotion ? { id: promotion } : null),
    mayBeRefused: true,
  }),
  read(promotions.listOwnPromotions, EVERY_PAGE, {
    input: () => ({ page: UNSEEN_PROMO_PAGE, per_page: UNSEEN_PROMO_PER_PAGE }),
    without: "the badge of the promotions",
  }),
  read(promotions.listOwnPromotions, "/promo/", {
    input: () => ({ page: 1, per_page: 12 }),
    learn({ items }, examples) {
      examples.ownPromotion = items[0]?.id;
    },
  }),
  read(promotions.listOwnPromotions, "/dashboard/promo-code", {
    input: () => ({ per_page: 20 }),
    without: "the promotions that take codes",
  }),
  read(accounts.checkDocuments, "/dashboard/documents", { mayBeRefused: true }),
  read(accounts.exportMembers, "/dashboard/profile"),
  read(accounts.exportManagers, "/dashboard/profile"),
  read(deals.exportMemberInns, "/dashboard/profile"),
  read(extensions.listSessions, "/dashboard/profile/security", {
    without: "the sessions and the form for another password",
  }),
  read(companies.listCompanies, "/dashboard/profile/companies", { input: () => ({ page: 1, per_page: 15 }) }),
  read(prizes.countUnseenPrizes, EVERY_PAGE, { without: "the badge of the gifts" }),
  read(prizes.listPrizes, "/dashboard/gifts/", {
    learn({ items }, examples) {
      examples.prize = items.find(({ handler_system_name }) => handler_system_name === "souvenir")?.id ?? items[0]?.id;
    },
  }),
  read(prizes.listCharacteristics, "/dashboard/gifts/", { without: "the sizes" }),
  read(prizes.listCharacteristics, "/dashboard/gifts/:id", {
    input: ({ prize }) => (prize ? { prize_id: prize } : null),
  }),
  read(prizes.listMobileOperators, "/dashboard/gifts/phone"),
  read(prizes.paymentsAgent, "/dashboard/gifts/card", { without: "the agent of the payout" }),
  read(suggestions.suggestDelivery, "/dashboard/gifts/delivery", {
    input: () => ({ query: "Москва", type: "city" as const }),
    learn({ cities }, examples) {
      examples.city = cities[0]?.city;
    },
  }),
  read(suggestions.suggestDelivery, "/dashboard/gifts/delivery", {
    input: ({ city }) => (city ? { query: "", type: "address" as const, city } : null),
  }),
  read(deals.listPoints, "/dashboard/points", { input: () => ({ page: 1, per_page: 500 }) }),
  read(deals.listPoints, "/dashboard/profile", {
    input: () => ({ page: 1, per_page: 1 }),
    without: "the latest movement",
  }),
  read(invites.listInvites, "/dashboard/invite/", {
    input: () => ({ page: 1, per_page: 20, search: "", invite_status: "" }),
    learn({ items }, examples) {
      examples.invite = items[0]?.id;
    },
  }),
  read(invites.downloadInvites, "/dashboard/invite/", { input: () => ({ search: "", invite_status: "" }) }),
  // Only an upload of invitations and a reminder to everybody give these their task.
  read(invites.importStatus, "/dashboard/invite/tasks/import/:id", { input: () => null }),
  read(invites.resendStatus, "/dashboard/invite/tasks/resend/:id", { input: () => null }),
  read(invites.exportInviteErrors, "/dashboard/invite/tasks/import/:id", { input: () => null }),
  read(deals.listReports, "/dashboard/report/", {
    input: () => ({ page: 1, per_page: REPORTS_PER_PAGE }),
    learn({ items }, examples) {
      examples.report = items.find(({ status }) => status === "done")?.id ?? items[0]?.id;
    },
  }),
  read(deals.reportDetails, "/dashboard/report/:id", {
    input: ({ report }) => (report ? { file_id: report, page: 1, per_page: REPORT_DETAILS_PER_PAGE } : null),
  }),
  read(deals.downloadReport, "/dashboard/report/:id", { input: ({ report }) => (report ? { id: report } : null) }),
  read(extensions.exportReportErrors, "/dashboard/report/:id", {
    input: ({ report }) => (report ? { file_id: report } : null),
  }),
  read(deals.listDeals, "/dashboard/sales/", { input: () => ({ page: 1, per_page: 500 }) }),
  read(deals.exportDeals, "/dashboard/sales/"),
  read(regional.findUsersByInn, "/dashboard/search/", {
    input: ({ inn }) => (inn ? { inn } : null),
    learn([first], examples) {
      examples.foundUser = first?.id;
    },
  }),
  read(regional.listReportMonths, "/dashboard/search/", {
    input: ({ foundUser }) => (foundUser ? { id: foundUser } : null),
    learn([first], examples) {
      examples.month = first?.month;
    },
  }),
  read(regional.exportReportRows, "/dashboard/search/", {
    input: ({ foundUser, month }) => (foundUser && month ? { user_id: foundUser, month } : null),
  }),
];

/** Finds an INN and a manager's contact among the participant's own people, so that this upstream knows them. */
function learnFromProfile(user: accounts.User, examples: Examples): void {
  const members = [...(user.members ?? []), ...(user.managers ?? []).flatMap((manager) => manager.members)];
  const known = [...(user.companies ?? []), ...members.flatMap((member) => member.companies)];
  examples.user = user;
  examples.inn ??= known.find(({ inn }) => /^\d{10}(\d{2})?$/.test(inn))?.inn;
  const manager = user.promo_group.system_name === "manager" ? user : user.managers?.[0];
  examples.managerContact ??= manager?.phone || manager?.email;
  examples.referral ??= user.referral_code || user.id;
}
