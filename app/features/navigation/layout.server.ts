import type { User } from "../../../contract/accounts";
import { countUnseenPrizes } from "../../../contract/prizes";
import { listOwnPromotions } from "../../../contract/promotions";
import {
  holdsPoints,
  type Participant,
  participantOf,
  type Role,
  rulesCodes,
  UNSEEN_PROMO_PAGE,
  UNSEEN_PROMO_PER_PAGE,
} from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import { balanceOf } from "../../session/access";
import { loadUser, type RouteArgs, type Visit } from "../../session/visit.server";
import { NO_LINKS, readLinks, readRulesLink } from "../../upstream/content.server";
import { hasBadge } from "./menus";

/** The participant as header and menus show them. */
export interface LayoutParticipant {
  userId: string;
  role: Role;
  participant: Participant;
  name: string;
  /** Null where balance and cart are hidden (§2.3.2). */
  points: number | "unknown" | null;
  isAgreementAccepted: boolean;
  /** The message that hasn't been shown yet. Title and text may be empty: the specification promises only the flag (§4.4). */
  banner: { title: string; text: string; link: string } | null;
  rulesLink: string;
  unseenPrizes: number;
  unseenPromotions: number;
}

/** The data of header, menus and footer: the logged-in participant, or null, and the links. */
export async function loadLayout(args: RouteArgs, visit: Visit) {
  const [participant, links] = await Promise.all([
    loadLayoutParticipant(args, visit),
    visit.optional(readLinks(visit.caller)),
  ]);
  return { participant, links: links ?? NO_LINKS };
}

async function loadLayoutParticipant(args: RouteArgs, visit: Visit): Promise<LayoutParticipant | null> {
  if (!visit.session) return null;
  const { role } = visit.session;
  const [user, rulesLink, counters] = await Promise.all([
    loadUser(args, visit),
    findRulesLink(args, visit),
    countUnseen(args, visit, role),
  ]);
  if (!user) return null;
  const participant = participantOf(user.promo_group.system_name, user.is_system);
  return {
    userId: visit.session.userId,
    role: user.promo_group.system_name,
    participant,
    name: user.first_name,
    points: holdsPoints(participant) ? balanceOf(user) : null,
    isAgreementAccepted: user.is_agreement_accepted,
    banner: user.is_banner_shown ? null : viewBanner(user.banner),
    rulesLink,
    ...counters,
  };
}

/**
 * A banner without words of its own is a welcome (§4.4). A link that is neither a path of the portal nor a secure address isn't
 * shown.
 */
function viewBanner(banner: User["banner"]) {
  const { title = "", text = "", link = "" } = banner ?? {};
  return {
    title: title || "Сообщение клуба",
    text: text || (title ? "" : WELCOME),
    link: /^(?:\/(?![/\\])|https:\/\/)\S*$/.test(link) ? link : "",
  };
}

const WELCOME = "Добро пожаловать в клуб. Всё, что вам доступно, собрано в меню.";

/** The file of the participant's own rules document, or the start page (§2.1.7). */
async function findRulesLink(args: RouteArgs, visit: Visit): Promise<string> {
  const user = await loadUser(args, visit);
  const participant = user && participantOf(user.promo_group.system_name, user.is_system);
  if (!participant || participant === "tadam") return "/";
  return (await visit.optional(readRulesLink(visit.caller, rulesCodes[participant]))) || "/";
}

/** The counters of the menu (§4.5). The specification has a call for each; this project's club sends them with the participant. */
async function countUnseen(args: RouteArgs, visit: Visit, role: Role) {
  const [hasPrizes, hasPromotions] = [hasBadge(role, "gifts"), hasBadge(role, "promotions")];
  if (readConfiguration().upstreamExtensions) {
    const user = await loadUser(args, visit);
    return {
      unseenPrizes: (hasPrizes && user?.unseen_prizes) || 0,
      unseenPromotions: (hasPromotions && user?.unseen_promotions) || 0,
    };
  }
  const [unseenPrizes, unseenPromotions] = await Promise.all([
    hasPrizes ? countPrizes(visit) : 0,
    hasPromotions ? countPromotions(visit) : 0,
  ]);
  return { unseenPrizes, unseenPromotions };
}

async function countPrizes(visit: Visit): Promise<number> {
  return (await visit.callOptional(countUnseenPrizes, {}))?.count ?? 0;
}

async function countPromotions(visit: Visit): Promise<number> {
  const newest = { page: UNSEEN_PROMO_PAGE, per_page: UNSEEN_PROMO_PER_PAGE };
  return (await visit.callOptional(listOwnPromotions, newest))?.items[0]?.count_un_clicked ?? 0;
}
