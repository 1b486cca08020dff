import { useFetcher } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OrderProgress, type OrderView } from "../../app/features/cart/order-progress";
import { releaseTimers, stopTimers } from "../setup/still-timers";

const order: OrderView = {
  basket: "b",
  units: 3,
  done: 0,
  next: "Кепка",
  checking: false,
  sendsAgain: true,
  question: null,
  paused: false,
  fresh: true,
};

type Step = { fields: Record<string, FormDataEntryValue>; answer(value: unknown): void };
let steps: Step[] = [];
beforeEach(() => {
  steps = [];
});
afterEach(releaseTimers);

let loaded = order;
/** How often a form was sent that isn't the order's. */
let others = 0;
const Shown = () => (
  <>
    <OrderProgress order={loaded} />
    <OtherForm />
  </>
);
function OtherForm() {
  const { Form } = useFetcher();
  return (
    <Form method="post" action="/other">
      <button type="submit">Другое</button>
    </Form>
  );
}

/** Sends another form and waits for it: whatever the order had sent by itself before would be there, too. */
async function sendOther() {
  const before = others;
  await userEvent.click(screen.getByRole("button", { name: "Другое" }));
  await waitFor(() => expect(others).toBe(before + 1));
}
const Gifts = () => <p>Заказ оформлен</p>;

function open(view: OrderView) {
  loaded = view;
  const Page = createRemixStub([
    {
      path: "/dashboard/gifts/order",
      Component: Shown,
      shouldRevalidate: () => false,
      async action({ request }) {
        const fields = Object.fromEntries(await request.formData());
        return new Promise((answer) => steps.push({ fields, answer }));
      },
    },
    { path: "/dashboard/gifts", Component: Gifts },
    {
      path: "/other",
      async action({ request }) {
        await request.formData();
        others += 1;
        return null;
      },
    },
  ]);
  return render(<Page initialEntries={["/dashboard/gifts/order"]} />);
}

const sent = () => steps.map(({ fields }) => fields.intent);
const hear = (index: number, done: number, rest: Partial<OrderView> = {}) =>
  steps[index]?.answer({ skipRevalidation: true, order: { ...order, done, ...rest } });
const figures = () => document.querySelector("output")?.textContent?.replace(/\s/g, " ");

it("§4.18 running: one unit after the other, each after the reply to the last; the bar follows", async () => {
  open(order);
  await waitFor(() => expect(sent()).toEqual(["unit"]));
  expect(steps[0]?.fields).toEqual({ intent: "unit", basket: "b" });
  expect(screen.getByRole("button", { name: "Приостановить" })).toBeTruthy();
  hear(0, 1);
  await waitFor(() => expect(sent()).toEqual(["unit", "unit"]));
  expect(screen.getByRole("progressbar").getAttribute("value")).toBe("1");
  expect(figures()).toBe("1 из 3 подарков");
});

it("§4.18 done: the last reply leads to the gifts", async () => {
  open({ ...order, done: 2 });
  await waitFor(() => expect(sent()).toEqual(["unit"]));
  steps[0]?.answer(new Response(null, { status: 303, headers: { Location: "/dashboard/gifts" } }));
  expect(await screen.findByText("Заказ оформлен")).toBeTruthy();
  expect(sent()).toEqual(["unit"]);
});

it("§4.18 paused: nothing more is sent, also after a pending unit; the same button resumes", async () => {
  open(order);
  await waitFor(() => expect(sent()).toEqual(["unit"]));
  const button = screen.getByRole("button", { name: "Приостановить" });
  await userEvent.click(button);
  expect(await screen.findByText("Заказ приостановлен")).toBeTruthy();
  await waitFor(() => expect(sent()).toEqual(["unit", "pause"]));
  expect(steps[1]?.fields).toEqual({ intent: "pause", basket: "b", stay: "1" });
  hear(0, 1);
  hear(1, 1, { paused: true });
  expect(await screen.findByRole("button", { name: "Остановить заказ" })).toBeTruthy();
  expect(sent()).toEqual(["unit", "pause"]);
  expect(button.textContent).toBe("Продолжить заказ");
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(sent()).toEqual(["unit", "pause", "unit"]));
  expect(steps[2]?.fields).toMatchObject({ resume: "1" });
  hear(2, 2);
  await waitFor(() => expect(sent()).toHaveLength(4));
  expect(steps[3]?.fields).toEqual({ intent: "unit", basket: "b" });
});

it("§4.18 paused in another window: this one stops too", async () => {
  open(order);
  await waitFor(() => expect(sent()).toEqual(["unit"]));
  hear(0, 1, { paused: true });
  expect(await screen.findByText("Заказ приостановлен")).toBeTruthy();
  expect(sent()).toEqual(["unit"]);
});

it("§4.18 lost connection: shown on the page, progress stays, retried with growing delays and at once when online again", async () => {
  stopTimers();
  open(order);
  await waitFor(() => expect(sent()).toHaveLength(1));
  hear(0, 1);
  await waitFor(() => expect(sent()).toHaveLength(2));
  steps[1]?.answer({ skipRevalidation: true, lost: true });
  expect(await screen.findByText("Связь прервалась")).toBeTruthy();
  expect(figures()).toBe("1 из 3 подарков");
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await waitFor(() => expect(sent()).toHaveLength(3));
  steps[2]?.answer({ skipRevalidation: true, lost: true });
  await screen.findByRole("button", { name: "Попробовать сейчас" });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(sent()).toHaveLength(3);
  expect(figures()).toBe("1 из 3 подарков");
  act(() => void window.dispatchEvent(new Event("online")));
  await waitFor(() => expect(sent()).toHaveLength(4));
  hear(3, 2);
  await waitFor(() => expect(screen.queryByText("Связь прервалась")).toBeNull());
  await waitFor(() => expect(sent()).toHaveLength(5));
  expect(new Set(steps.map(({ fields }) => fields.basket))).toEqual(new Set(["b"]));
});

it("§4.18 left alone or paused: it waits for a press and shows it", async () => {
  open({ ...order, done: 1, fresh: false });
  expect(await screen.findByText("Заказ не закончен")).toBeTruthy();
  await sendOther();
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Продолжить заказ" }));
  await waitFor(() => expect(steps[0]?.fields).toMatchObject({ intent: "unit", resume: "1" }));
});

it("§4.18 without script the page has plain forms to resume, pause and stop", () => {
  loaded = order;
  const Page = createRemixStub([{ path: "/", Component: Shown }]);
  const html = renderToString(<Page />);
  for (const intent of ["order", "pause", "stop"]) expect(html).toContain(`name="intent" value="${intent}"`);
});

const question = { price: 100, note: "Номер +7 (900) 123-45-67" };

it("§4.18 a unit in doubt: the page asks, sends nothing by itself, and tells its price and recipient", async () => {
  open({ ...order, checking: true, sendsAgain: false, question, fresh: false });
  expect(await screen.findByText("Оформлен ли этот подарок?")).toBeTruthy();
  const asked = screen.getByText(/Кепка за/).textContent?.replace(/\s/g, " ");
  expect(asked).toContain("Кепка за 100 баллов. Номер +7 (900) 123-45-67. Ответ не пришёл");
  expect(screen.getByRole("link", { name: "Баллы" }).getAttribute("href")).toBe("/dashboard/points/");
  expect(screen.queryByText(/Заказ приостановлен|Заказ не закончен/)).toBeNull();
  await sendOther();
  expect(steps).toEqual([]);
});

it.each([
  ["Подарок оформлен", "ordered"],
  ["Не оформлен, заказать ещё раз", "not-ordered"],
])("§4.18 a unit in doubt: «%s» sends the answer, and the order goes on", async (name, intent) => {
  open({ ...order, checking: true, sendsAgain: false, question, fresh: false });
  await userEvent.click(await screen.findByRole("button", { name }));
  await waitFor(() => expect(sent()[0]).toBe(intent));
  expect(steps[0]?.fields.basket).toBe("b");
  await sendOther();
  expect(sent()).toEqual([intent]);
  expect(screen.getByText("Оформлен ли этот подарок?")).toBeTruthy();
  loaded = { ...order, done: intent === "ordered" ? 1 : 0 };
  hear(0, loaded.done);
  await waitFor(() => expect(sent()).toEqual([intent, "unit"]));
});
