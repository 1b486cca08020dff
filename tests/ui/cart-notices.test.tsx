import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import type { JSX } from "react";
import { expect, it } from "vitest";
import { DocumentsNeeded, YearLimitAhead } from "../../app/features/cart/cart-notices";

let notice: JSX.Element;
const Page = createRemixStub([{ path: "/", Component: ShownNotice }]);

function ShownNotice() {
  return notice;
}

function show(shown: JSX.Element) {
  notice = shown;
  render(<Page />);
}

it.each([
  ["none", "Нужны документы", "Передать документы"],
  ["", "Нужны документы", "Передать документы"],
  ["pending", "Документы на проверке", null],
  ["accepted", "Документы приняты", null],
  ["rejected", "Документы не приняты", "Передать документы снова"],
])("§8.5 after a stop the cart tells the documents' state of now: %s", (status, title, link) => {
  show(<DocumentsNeeded status={status} reason="Фото нечёткое." />);
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.queryByRole("link")?.textContent ?? null).toBe(link);
  expect(screen.queryAllByText("Фото нечёткое.")).toHaveLength(status === "rejected" ? 1 : 0);
});

it("§8.5 nobody is asked for documents that are being checked, also before a stop", () => {
  show(<YearLimitAhead limit={4000} pending />);
  expect(screen.getByText(/документы на проверке/)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
