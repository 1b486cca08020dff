import { Link } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Disclosure } from "../../app/ui/core/disclosure";

function Page() {
  return (
    <>
      <Disclosure kind="menu" summary="Меню">
        <Link to="/promo">Акции</Link>
      </Disclosure>
      <Disclosure summary="Подробнее">Условия акции</Disclosure>
      <button type="button">Рядом</button>
    </>
  );
}

/** The page with both disclosures open. */
function open() {
  const Stub = createRemixStub([{ path: "*", Component: Page }]);
  render(<Stub />);
  const find = (summary: string) => {
    const details = screen.getByText(summary).closest("details");
    if (!details) throw new Error(`no details around «${summary}»`);
    details.open = true;
    return details;
  };
  return { menu: find("Меню"), fold: find("Подробнее") };
}

it("§4.15 Escape closes a drop-down and returns the focus to its button, and leaves a fold of the text open", async () => {
  const { menu, fold } = open();
  screen.getByRole("link", { name: "Акции" }).focus();
  await userEvent.keyboard("a");
  expect(menu.open).toBe(true);
  await userEvent.keyboard("{Escape}");
  expect([menu.open, fold.open]).toEqual([false, true]);
  expect(document.activeElement).toBe(screen.getByText("Меню"));
});

it("§4.15 Escape takes the focus to no drop-down that is closed", async () => {
  const { menu } = open();
  menu.open = false;
  screen.getByRole("button", { name: "Рядом" }).focus();
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Рядом" }));
});

it("§4.15 a press outside closes a drop-down, a press within doesn't, and a fold stays", async () => {
  const { menu, fold } = open();
  await userEvent.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("link", { name: "Акции" }) });
  expect(menu.open).toBe(true);
  await userEvent.pointer([
    { keys: "[/MouseLeft]" },
    { keys: "[MouseLeft]", target: screen.getByRole("button", { name: "Рядом" }) },
  ]);
  expect([menu.open, fold.open]).toEqual([false, true]);
});

it("§4.15 a navigation closes a drop-down, and leaves a fold as it is", async () => {
  const { menu, fold } = open();
  await userEvent.click(screen.getByRole("link", { name: "Акции" }));
  await waitFor(() => expect(menu.open).toBe(false));
  expect(fold.open).toBe(true);
});
