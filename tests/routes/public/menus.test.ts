import { expect, test } from "vitest";
import { listParticipantMenu, listPublicMenu } from "../../../app/features/navigation/menus";
import type { Participant } from "../../../contract/values";

const facts = {
  rulesLink: "/media/rules.pdf",
  whereToBuy: "https://example.com/buy",
  unseenPrizes: 3,
  unseenPromotions: 2,
};

const profile = "/dashboard/profile/";
const [invite, points, gifts] = ["/dashboard/invite/", "/dashboard/points/", "/dashboard/gifts/"];
const [promo, questions, rules] = ["/promo/", "/q&a/", facts.rulesLink];

test("§2.2.1 the public menu has four pages, and a link to the shops when it is configured", () => {
  expect(listPublicMenu(facts).map(({ to, label }) => [to, label])).toEqual([
    ["/", "Главная"],
    ["/promo/", "Акции"],
    ["/rules/", "Правила Программы"],
    ["/q&a/", "Вопрос-ответ"],
    ["https://example.com/buy", "Где купить"],
  ]);
  expect(listPublicMenu({ whereToBuy: "" })).toHaveLength(4);
});

test.each<[string, Participant, string[]]>([
  ["2.2.2", "curator", [profile, "/dashboard/report/", invite, points, gifts, promo, questions, rules]],
  ["2.2.3", "manager", [profile, "/dashboard/sales/", invite, points, gifts, promo, questions, rules]],
  ["2.2.4", "member", [profile, "/dashboard/sales/", points, gifts, promo, questions, rules]],
  ["2.2.5", "tadam", [profile]],
  ["2.2.5", "system-curator", [profile, gifts, questions, rules]],
  ["2.2.5", "system-manager", [profile, "/dashboard/search/", invite, gifts, questions, rules]],
])("§2.2.2 §2.2.3 §2.2.4 §2.2.5 the menu as clause %s lists it, of a %s", (_clause, participant, wanted) => {
  expect(listParticipantMenu(participant, facts).map(({ to }) => to)).toEqual(wanted);
});

test("§2.2.3 §2.2.4 the same path is called sales for a manager and purchases for a member", () => {
  const label = (participant: Participant) =>
    listParticipantMenu(participant, facts).find(({ to }) => to === "/dashboard/sales/")?.label;
  expect([label("manager"), label("member")]).toEqual(["Мои продажи", "Мои покупки"]);
});

test("§2.2.6 only gifts and promotions show the number of unseen ones", () => {
  const counts = listParticipantMenu("member", facts).flatMap(({ to, count }) => (count ? [[to, count]] : []));
  expect(counts).toEqual([
    [gifts, 3],
    [promo, 2],
  ]);
});

test("§2.1.7 the rules entry is a document; without one it leads to the home page", () => {
  const entry = (rulesLink: string) => listParticipantMenu("member", { ...facts, rulesLink }).at(-1);
  expect(entry(rules)).toMatchObject({ to: rules, document: true });
  expect(entry("/")).toMatchObject({ to: "/", document: false });
});
