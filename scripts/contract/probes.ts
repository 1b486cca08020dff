import * as accounts from "../../contract/accounts";
import type { CallDescriptor, CallInput, CallReply } from "../../contract/call";
import * as companies from "../../contract/companies";
import * as content from "../../contract/content";
import * as deals from "../../contract/deals";
import * as invites from "../../contract/invites";
import * as prizes from "../../contract/prizes";
import * as promotions from "../../contract/promotions";
import * as regional from "../../contract/regional";
import * as suggestions from "../../contract/suggestions";
import { REPORTS_PER_PAGE, UNSEEN_PROMO_PER_PAGE } from "../../contract/values";

/** Values for the input of later calls, read from the replies to earlier ones. They are sent but never printed. */
export interface Examples {
  user?: accounts.User;
  distributor?: string;
  inn?: string;
  managerContact?: string;
  city?: string;
  promotion?: string;
  prize?: string;
  report?: string;
  foundUser?: string;
  month?: string;
}

/** How a call is made. */
export interface Probe {
  readonly descriptor: CallDescriptor;
  /** "harmless": the call writes, but loses nothing; it is made only with `--write`. */
  readonly kind: "read" | "harmless";
  /** Whether a refusal fits too, because this upstream may not know the example. */
  readonly mayBeRefused: boolean;
  /** Null when the replies so far have no example. */
  input(examples: Examples): Readonly<Record<string, unknown>> | null;
  learn(result: unknown, examples: Examples): void;
}

interface ProbeParts<D extends CallDescriptor> {
  input?: (examples: Examples) => CallInput<D> | null;
  learn?: (result: CallReply<D>, examples: Examples) => void;
  mayBeRefused?: boolean;
}

function read<D extends CallDescriptor>(descriptor: D, parts: ProbeParts<D> = {}): Probe {
  return {
    descriptor,
    kind: "read",
    mayBeRefused: parts.mayBeRefused ?? false,
    input: (examples) => (parts.input ? parts.input(examples) : {}),
    learn: (result, examples) => parts.learn?.(result as CallReply<D>, examples),
  };
}

function harmless(descriptor: CallDescriptor): Probe {
  return { descriptor, kind: "harmless", mayBeRefused: false, input: () => ({}), learn: () => undefined };
}

const firstPage = { page: 1, per_page: 20 };

/**
 * The calls that only read, in an order in which each finds its example, then those that are harmless. Other calls write and
 * are never made. Unsubscribing and a promotion by id are missing for the same reason: both are GETs that write.
 */
export const probes: readonly Probe[] = [
  read(accounts.profile, { learn: learnFromProfile }),
  read(companies.listDistributors, {
    input: () => ({}),
    learn: ([first], examples) => {
      examples.distributor = first?.actual_name_organization || first?.legal_name_organization;
    },
  }),
  read(companies.findDistributors, { input: ({ distributor }) => (distributor ? { name: distributor } : null) }),
  read(companies.findCompanyByTin, { input: ({ inn }) => (inn ? { tin: inn } : null), mayBeRefused: true }),
  read(companies.companyExists, { input: ({ inn }) => (inn ? { inn } : null) }),
  read(companies.findManager, {
    input: ({ managerContact }) => (managerContact ? { phone: managerContact } : null),
    mayBeRefused: true,
  }),
  read(companies.listSegments),
  read(companies.listCompanies, { input: () => firstPage }),
  read(suggestions.suggestAddresses, { input: () => ({ query: "Москва" }) }),
  read(suggestions.suggestDelivery, {
    input: () => ({ query: "Москва", type: "city" as const }),
    learn: ({ cities }, examples) => {
      examples.city = cities[0]?.city;
    },
  }),
  read(suggestions.suggestDelivery, {
    input: ({ city }) => (city ? { query: "", type: "address" as const, city } : null),
  }),
  read(content.menu),
  read(content.rules),
  read(content.faq),
  read(content.fileLinksByRole),
  read(accounts.checkDocuments),
  read(accounts.exportMembers),
  read(accounts.exportManagers),
  read(prizes.listPrizes, {
    learn: ({ items }, examples) => {
      examples.prize = items.find(({ handler_system_name }) => handler_system_name === "souvenir")?.id ?? items[0]?.id;
    },
  }),
  read(prizes.countUnseenPrizes),
  read(prizes.listCharacteristics, { input: ({ prize }) => (prize ? { prize_id: prize } : {}) }),
  read(prizes.listMobileOperators),
  read(prizes.paymentsAgent),
  read(invites.listInvites, { input: () => firstPage }),
  read(invites.downloadInvites),
  read(invites.exportInviteErrors, { mayBeRefused: true }),
  read(invites.findReferral, { input: ({ user }) => (user ? { id: user.referral_code || user.id } : null) }),
  read(deals.listReports, {
    input: () => ({ page: 1, per_page: REPORTS_PER_PAGE }),
    learn: ({ items }, examples) => {
      examples.report = items[0]?.id;
    },
  }),
  read(deals.reportDetails, { input: ({ report }) => (report ? { file_id: report, ...firstPage } : null) }),
  read(deals.downloadReport, { input: ({ report }) => (report ? { id: report } : null) }),
  read(deals.exportMemberInns),
  read(deals.listPoints, { input: () => firstPage }),
  read(deals.listDeals, { input: () => firstPage }),
  read(deals.exportDeals),
  read(promotions.listPromotions, {
    input: () => firstPage,
    learn: ({ items }, examples) => {
      examples.promotion = items.find(({ has_articles }) => has_articles)?.id;
    },
  }),
  read(promotions.listOwnPromotions, { input: () => ({ page: 1, per_page: UNSEEN_PROMO_PER_PAGE }) }),
  read(promotions.downloadArticles, { input: ({ promotion }) => (promotion ? { id: promotion } : null) }),
  read(regional.findUsersByInn, {
    input: ({ inn }) => (inn ? { inn } : null),
    learn: ([first], examples) => {
      examples.foundUser = first?.id;
    },
  }),
  read(regional.listReportMonths, {
    input: ({ foundUser }) => (foundUser ? { id: foundUser } : null),
    learn: ([first], examples) => {
      examples.month = first?.month;
    },
  }),
  read(regional.exportReportRows, {
    input: ({ foundUser, month }) => (foundUser && month ? { user_id: foundUser, month } : null),
  }),
  harmless(accounts.markBannerShown),
  harmless(prizes.resetUnseenPrizes),
  harmless(accounts.logout),
];

/** Finds an INN and a manager's contact among the participant's own people, so that this upstream knows them. */
function learnFromProfile(user: accounts.User, examples: Examples): void {
  const members = [...(user.members ?? []), ...(user.managers ?? []).flatMap((manager) => manager.members)];
  const known = [...(user.companies ?? []), ...members.flatMap((member) => member.companies)];
  examples.user = user;
  examples.inn = known.find(({ inn }) => /^\d{10}(\d{2})?$/.test(inn))?.inn;
  const manager = user.promo_group.system_name === "manager" ? user : user.managers?.[0];
  examples.managerContact = manager?.phone || manager?.email;
}
