import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import { createContext, useContext } from "react";
import { expect, it } from "vitest";
import { type Overview, OverviewCard } from "../../app/features/profile/overview-card";

const member: Overview = {
  participant: "member",
  points: 0,
  movement: null,
  isAgreementAccepted: true,
  hasCurator: true,
};

const Shown = createContext(member);

function Place() {
  return (
    <main>
      <OverviewCard overview={useContext(Shown)} />
    </main>
  );
}

const Stub = createRemixStub([{ path: "/", Component: Place }]);

function renderCard(overview: Overview): HTMLElement {
  render(
    <Shown.Provider value={overview}>
      <Stub />
    </Shown.Provider>,
  );
  return screen.getByRole("main");
}

it("§6.2 tadam, without points and a next step, gets no empty card", () => {
  const place = renderCard({ ...member, participant: "tadam", points: null });
  expect(place.childElementCount).toBe(0);
});

it.each([
  ["who hasn't accepted the rules", { isAgreementAccepted: false }, "Прочитать и принять", "/agreement"],
  ["without a curator", { hasCurator: false }, "Выбрать дистрибьютора", "/curator"],
  ["without points", {}, "Ввести промокод", "/dashboard/promo-code"],
  ["with points", { points: 4000 }, "Выбрать подарок", "/dashboard/gifts/"],
])("§3.10 a member %s is shown the next step", (_, change, label, address) => {
  renderCard({ ...member, ...change });
  expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(address);
});

it.each([
  ["curator", "Загрузить отчёт", "/dashboard/report/"],
  ["manager", "Пригласить", "/dashboard/invite/"],
  ["system-curator", "Открыть подарки", "/dashboard/gifts/"],
  ["system-manager", "Искать розницу", "/dashboard/search/"],
] as const)(
  "§3.10 §6.4 the next step of a %s without points and curator is one of that role",
  (participant, label, address) => {
    renderCard({ ...member, participant, hasCurator: false });
    expect(screen.getByRole("link", { name: label }).getAttribute("href")).toBe(address);
  },
);
