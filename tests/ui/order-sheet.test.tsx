import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { OrderSheet, type OrderUnitView, type OrderView } from "../../app/features/points/order-sheet";

const unit = (number: string): OrderUnitView => ({
  ...{ number, name: `Сертификат ${number}`, size: "", price: 500, status: "completed", recipient: "" },
  ...{ pickupPoint: "", tracking: "", reason: "", hasCode: true, codeEnds: "", expected: "", changes: [] },
});

const order: OrderView = {
  ...{ number: "71", date: "02.03.26", status: "completed", total: 1_000, isRefused: false },
  units: [unit("71"), unit("72")],
};

const code = { number: "72", code: "LOOK-4242", pin: "0099" };

function Page() {
  return <OrderSheet order={order} code={code} />;
}

const Stub = createRemixStub([{ path: "/", Component: Page }]);

it("§3.6 a code stands at the certificate whose button was pressed, and the others keep their buttons", () => {
  render(<Stub />);
  expect(screen.getAllByText("LOOK-4242")).toHaveLength(1);
  const [button, ...others] = screen.getAllByRole("button", { name: "Показать код" });
  expect(others).toEqual([]);
  expect(button?.closest("form")?.getAttribute("action")).toBe("/dashboard/points/orders/71");
});

const alone: OrderView = { ...order, units: [unit("71")] };
const unnamed = { ...code, number: "" };

function PageOfOne() {
  return <OrderSheet order={alone} code={unnamed} />;
}

it("§3.6 the code of an order with one certificate needs no number of it", () => {
  const StubOfOne = createRemixStub([{ path: "/", Component: PageOfOne }]);
  render(<StubOfOne />);
  expect(screen.getAllByText("LOOK-4242")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Показать код" })).toBe(null);
});

const refused: OrderView = { ...alone, isRefused: true, total: 500 };

function PageOfRefused() {
  return <OrderSheet order={refused} code={null} />;
}

it("§3.10 the total of an order that was refused as a whole is called what came back, of any other what was spent", () => {
  const StubOfRefused = createRemixStub([{ path: "/", Component: PageOfRefused }]);
  const { container } = render(<StubOfRefused />);
  const total = () => container.ownerDocument.querySelector(".work-order-total")?.textContent;
  expect(total()).toMatch(/^Баллы вернулись на счёт\s*500/);
  cleanup();
  render(<Stub />);
  expect(total()).toMatch(/^Списано\s*1\s?000/);
});

const withoutPin = { ...unnamed, pin: "" };

function PageWithoutPin() {
  return <OrderSheet order={alone} code={withoutPin} />;
}

it("§3.6 a certificate without a PIN has no line for one", () => {
  const StubWithoutPin = createRemixStub([{ path: "/", Component: PageWithoutPin }]);
  render(<StubWithoutPin />);
  expect(screen.getAllByText("LOOK-4242")).toHaveLength(1);
  expect(screen.queryByText("PIN")).toBe(null);
});
