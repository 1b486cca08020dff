import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentProps, createContext, type JSX, useContext } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PickupForm } from "../../app/features/cart/pickup-form";
import { PickupSearch } from "../../app/features/cart/pickup-search";
import { usePageForm } from "../../app/ui/core/form";
import { REGION_LOOKUP_DEBOUNCE_MS } from "../../contract/values";
import { releaseTimers, stopTimers } from "../setup/still-timers";

beforeEach(stopTimers);
afterEach(() => {
  Reflect.deleteProperty(navigator, "geolocation");
  Reflect.deleteProperty(window, "isSecureContext");
  releaseTimers();
});

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

const Step = createContext<JSX.Element | null>(null);
const ShownStep = () => useContext(Step);

/** Opens a step of the page, with a portal that answers by the search or the form. */
function open(step: JSX.Element, answer: (fields: Record<string, unknown>) => object | null) {
  const asked: Record<string, unknown>[] = [];
  const reply = (fields: Record<string, unknown>) => {
    asked.push(fields);
    return answer(fields);
  };
  const Page = createRemixStub([
    { path: "/", Component: ShownStep },
    {
      path: "/dashboard/gifts/delivery",
      loader: ({ request }) => reply(Object.fromEntries(new URL(request.url).searchParams)),
      action: async ({ request }) => reply(Object.fromEntries(await request.formData())),
    },
  ]);
  render(
    <Step.Provider value={step}>
      <Page />
    </Step.Provider>,
  );
  return asked;
}

const findCities = ({ delivery_city }: Record<string, unknown>) => ({
  query: delivery_city,
  searched: true,
  cities: delivery_city === "каз" ? [{ code: "1", city: "Казань", region: "Татарстан" }] : [],
});
const cityLink = () => screen.queryByRole("link", { name: /Казань/ });

it("§3.8 a city is asked for once, a moment after the last letter, and for no single letter", async () => {
  const asked = open(<PickupSearch query="" cities={[]} searched={false} />, findCities);
  const { type } = user();
  const field = await screen.findByRole("searchbox", { name: "Город" });
  await type(field, "к");
  vi.advanceTimersByTime(REGION_LOOKUP_DEBOUNCE_MS * 2);
  expect(asked).toEqual([]);
  await type(field, "аз");
  await waitFor(() => expect(cityLink()).not.toBeNull());
  expect(asked).toEqual([{ delivery_city: "каз", typing: "" }]);
  expect(screen.getByRole("status").textContent).toBe("Нашлись города: 1");
});

it("§3.8 what an earlier name has found goes with the next letter, and a city that isn't there is said so", async () => {
  open(<PickupSearch query="" cities={[]} searched={false} />, findCities);
  const { type } = user();
  const field = await screen.findByRole("searchbox", { name: "Город" });
  await type(field, "каз");
  await waitFor(() => expect(cityLink()).not.toBeNull());
  await type(field, "ы");
  expect(cityLink()).toBeNull();
  await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/^Такого города в списке доставки нет/));
});

const points = [
  { code: "A", address: "ул. Ленина, д. 1", hint: "" },
  { code: "B", address: "ул. Мира, д. 2", hint: "" },
];

type PointsProps = Partial<ComponentProps<typeof PickupForm>>;

function Points(more: PointsProps) {
  const city = { city: "Казань", cityCode: "1", street: "", hasMore: false, hasPlaces: true, chosen: "" };
  return <PickupForm shell={usePageForm("pickup", null)} {...city} points={points} {...more} />;
}

const step = (more: PointsProps = {}) => <Points {...more} />;

/** A phone that tells its place, or not, when the test says so. */
function holdPlace() {
  const asked: { tell(): void; refuse(): void }[] = [];
  const getCurrentPosition = (tell: (place: object) => void, refuse: () => void) =>
    asked.push({ tell: () => tell({ coords: { latitude: 55.8, longitude: 49.1 } }), refuse });
  Object.defineProperty(navigator, "geolocation", { value: { getCurrentPosition }, configurable: true });
  Object.defineProperty(window, "isSecureContext", { value: true, configurable: true });
  return asked;
}

const listed = () => screen.getAllByRole("radio").map((radio) => radio.getAttribute("value"));
const told = () => document.querySelector("p[role=status]")?.textContent ?? "";

it("§3.8 the phone is asked for its place once, however often the button is pressed, and its points come first", async () => {
  const places = holdPlace();
  const asked = open(step(), () => ({ nearest: [...points].reverse(), message: "Сначала те, что ближе к вам." }));
  const { click } = user();
  const button = await screen.findByRole("button", { name: "Сначала ближайшие" });
  await click(button);
  expect(button.textContent).toBe("Ищем…");
  await click(button);
  expect(places).toHaveLength(1);
  places[0]?.tell();
  await waitFor(() => expect(listed()).toEqual(["B", "A"]));
  expect(asked).toEqual([{ intent: "nearest", delivery_city: "Казань", latitude: "55.8", longitude: "49.1" }]);
  expect([button.textContent, told()]).toEqual(["Сначала ближайшие", "Сначала те, что ближе к вам."]);
});

it("§3.8 a phone that doesn't tell its place, and a reply that is lost, leave the list and can be tried again", async () => {
  const places = holdPlace();
  const asked = open(step(), () => ({ lost: true, skipRevalidation: true }));
  const { click } = user();
  const button = await screen.findByRole("button", { name: "Сначала ближайшие" });
  await click(button);
  places[0]?.refuse();
  await waitFor(() => expect(told()).toMatch(/^Телефон не сообщил, где вы/));
  expect(asked).toEqual([]);
  await click(button);
  places[1]?.tell();
  await waitFor(() => expect(told()).toMatch(/^Связь прервалась/));
  expect(listed()).toEqual(["A", "B"]);
});

it("§3.8 the nearest points are offered where the phone can tell its place and the points have theirs", async () => {
  const offers = () => screen.queryByRole("button", { name: "Сначала ближайшие" }) !== null;
  open(step(), () => null);
  await screen.findByRole("button", { name: "Забрать здесь" });
  expect(offers()).toBe(false);
  cleanup();
  holdPlace();
  open(step({ hasPlaces: false }), () => null);
  await screen.findByRole("button", { name: "Забрать здесь" });
  expect(offers()).toBe(false);
});

it("§3.8 of a long list it is said that it isn't the whole one", async () => {
  const isCut = () => screen.queryByText(/^Показаны не все/) !== null;
  open(step(), () => null);
  await screen.findByRole("button", { name: "Забрать здесь" });
  expect(isCut()).toBe(false);
  cleanup();
  open(step({ hasMore: true }), () => null);
  await screen.findByRole("button", { name: "Забрать здесь" });
  expect(isCut()).toBe(true);
});
