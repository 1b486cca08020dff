import { type Participant, participantsOf, type Role } from "../../../contract/values";
import type { MenuItem } from "../../ui/core/shell/menu";

/** What the menus show besides fixed links. */
export interface MenuFacts {
  /** The participant's rules document, or "/" (§2.1.7). */
  rulesLink: string;
  whereToBuy: string;
  unseenPrizes: number;
  unseenPromotions: number;
}

/** §2.2.1 */
export function listPublicMenu(facts: Pick<MenuFacts, "whereToBuy">): MenuItem[] {
  return [
    { to: "/", label: "Главная" },
    { to: "/promo/", label: "Акции" },
    { to: "/rules/", label: "Правила Программы" },
    { to: "/q&a/", label: "Вопрос-ответ" },
    ...(facts.whereToBuy ? [{ to: facts.whereToBuy, label: "Где купить", document: true }] : []),
  ];
}

type Entry = (facts: MenuFacts) => MenuItem;

const profile: Entry = () => ({ to: "/dashboard/profile/", label: "Профиль" });
const report: Entry = () => ({ to: "/dashboard/report/", label: "Загрузка отчёта" });
const sales: Entry = () => ({ to: "/dashboard/sales/", label: "Мои продажи" });
const purchases: Entry = () => ({ to: "/dashboard/sales/", label: "Мои покупки" });
const search: Entry = () => ({ to: "/dashboard/search/", label: "Поиск розницы" });
const invite: Entry = () => ({ to: "/dashboard/invite/", label: "Приглашения" });
const points: Entry = () => ({ to: "/dashboard/points/", label: "Баллы" });
const gifts: Entry = ({ unseenPrizes }) => ({
  to: "/dashboard/gifts/",
  label: "Подарки",
  count: unseenPrizes,
  countLabel: `новых: ${unseenPrizes}`,
});
const promo: Entry = ({ unseenPromotions }) => ({
  to: "/promo/",
  label: "Акции",
  count: unseenPromotions,
  countLabel: `новых: ${unseenPromotions}`,
});
const questions: Entry = () => ({ to: "/q&a/", label: "Вопрос-ответ" });
const rules: Entry = ({ rulesLink }) => ({ to: rulesLink, label: "Правила", document: rulesLink !== "/" });

/** §2.2.2 to §2.2.5 */
const menus: Record<Participant, readonly Entry[]> = {
  curator: [profile, report, invite, points, gifts, promo, questions, rules],
  manager: [profile, sales, invite, points, gifts, promo, questions, rules],
  member: [profile, purchases, points, gifts, promo, questions, rules],
  tadam: [profile],
  "system-curator": [profile, gifts, questions, rules],
  "system-manager": [profile, search, invite, gifts, questions, rules],
};

/** Whether any menu of the role has the entry with the badge of unseen gifts or promotions (§2.2.6). */
export function hasBadge(role: Role, badge: "gifts" | "promotions"): boolean {
  const entry = badge === "gifts" ? gifts : promo;
  return participantsOf(role).some((participant) => menus[participant].includes(entry));
}

/** The menu of a logged-in participant; gifts and promotions show the number of unseen ones (§2.2.6). */
export function listParticipantMenu(participant: Participant, facts: MenuFacts): MenuItem[] {
  return menus[participant].map((entry) => entry(facts));
}
