import { createRemixStub } from "@remix-run/testing";
import { render, screen } from "@testing-library/react";
import type { JSX } from "react";
import { expect, it } from "vitest";
import { addToCart, emptyCart } from "../../app/features/cart/cart.server";
import { DocumentsNeeded, YearLimitAhead } from "../../app/features/cart/cart-notices";
import { completeUnit, startOrder, tellProgress } from "../../app/features/cart/order.server";
import { UnfinishedOrderLink } from "../../app/features/cart/unfinished-order-link";

const WATCH = { prize_id: "12", selected_additional_fields: [], physical: true };

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
  ["rejected", "Документы не приняты", "Передать документы ещё раз"],
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

it.each([
  [1, 21, "Оформлено 1 из 21\u00a0подарка."],
  [2, 5, "Оформлено 2 из 5\u00a0подарков."],
])("§4.18 another page tells how far an unfinished order has come, and leads to it: %i of %i", (done, units, words) => {
  let cart = startOrder(addToCart(emptyCart("7"), { ...WATCH, cartCount: units }), 0, null);
  for (let unit = 0; unit < done; unit += 1) cart = completeUnit(cart, 100, 0);
  show(<UnfinishedOrderLink progress={tellProgress(cart) ?? ""} />);
  expect(screen.getByText("Заказ не закончен")).toBeTruthy();
  expect(document.body.textContent).toContain(`${words} Остальное ждёт в корзине.`);
  expect(screen.getByRole("link", { name: "К заказу" }).getAttribute("href")).toBe("/dashboard/gifts/order");
});
