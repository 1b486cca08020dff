import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { createContext, useContext } from "react";
import { expect, it } from "vitest";
import { PeopleSections } from "../../app/features/profile/people-sections";
import type { PeopleView } from "../../app/features/profile/people-view";

const Shown = createContext<PeopleView>({ kind: "none" });
const ShownPeople = () => <PeopleSections people={useContext(Shown)} />;
const Page = createRemixStub([{ path: "/", Component: ShownPeople }]);

/** The text of a profile's lists, with plain spaces, and their links as `text → address`. */
function show(people: PeopleView) {
  const { container, unmount } = render(
    <Shown.Provider value={people}>
      <Page />
    </Shown.Provider>,
  );
  const text = (container.textContent ?? "").replaceAll("\u00a0", " ");
  const links = screen.queryAllByRole("link").map((link) => `${link.textContent} → ${link.getAttribute("href")}`);
  unmount();
  return { text, links };
}

const NOBODY = { items: [], page: 1, perPage: 15, total: 0 };
const INVITE = "Пригласить → /dashboard/invite/";

it("§3.10 an empty list of people invites the first, a search or a mark without a result says what was looked for", () => {
  const members = (filter: object) =>
    show({ kind: "members", search: "", sign: "", signs: [], ...NOBODY, ...filter } as PeopleView);
  expect(members({}).text).toContain("Магазинов пока нет. Пригласите первый.");
  expect(members({}).links).toContain(INVITE);
  for (const [filter, told] of [
    [{ search: "Ось" }, "По запросу «Ось» никого не нашлось."],
    [{ sign: "purchase", signs: ["purchase"] }, "С пометкой «Не покупал месяц» магазинов нет."],
    [{ search: "Ось", sign: "rules", signs: ["rules"] }, "По запросу «Ось» никого не нашлось."],
  ] as const) {
    const { text, links } = members(filter);
    expect(text).toContain(told);
    expect(text).not.toContain("Магазинов пока нет");
    expect(links).not.toContain(INVITE);
  }
  for (const kind of ["managers", "manager"] as const) {
    const view = { kind, id: "5", name: "Анна", ...NOBODY };
    expect(show({ ...view, search: "" } as PeopleView).links).toContain(INVITE);
    expect(show({ ...view, search: "Ось" } as PeopleView).text).toContain("По запросу «Ось» никого не нашлось.");
  }
});

it("§3.10 the filter offers the signs that somebody bears, and the one that is chosen", () => {
  const offered = (sign: "" | "rules", signs: ("rules" | "purchase")[]) =>
    show({ kind: "members", search: "", sign, signs, ...NOBODY }).text.match(/Не принял правила|Не покупал месяц/g) ??
    [];
  expect(offered("", [])).toEqual([]);
  expect(offered("", ["purchase"])).toEqual(["Не покупал месяц"]);
  expect(new Set(offered("rules", ["purchase"]))).toEqual(new Set(["Не принял правила", "Не покупал месяц"]));
});

const company = { id: "1", name: "Ось", inn: "5000200016", legalName: "", legalAddress: "", segment: "" };

it("§3.10 a shop comes to all its companies where more are there than are shown, and to a curator while it has none", () => {
  const view = { kind: "companies", companies: [company], total: 1, curator: null, manager: null } as const;
  const anna = { name: "Анна", phone: "", email: "anna@example.ru" };
  const all = "Все компании → /dashboard/profile/companies";
  const choose = "Выбрать дистрибьютора → /curator";
  const alone = show({ ...view, companies: [company] });
  expect(alone.links).toContain(choose);
  expect(alone.links).not.toContain(all);
  expect(alone.text).not.toContain("Мой менеджер");
  const served = show({ ...view, companies: [company], total: 2, curator: { ...anna, company: "Опт" }, manager: anna });
  expect(served.links).toContain(all);
  expect(served.links).not.toContain(choose);
  expect(served.links).toContain("anna@example.ru → mailto:anna@example.ru");
  expect(served.text).toContain("Мой менеджер");
  // Nobody is called who has no phone.
  expect(served.text).not.toContain("Телефон");
});
