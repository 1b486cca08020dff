import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { DenominationField } from "../../app/features/gifts/denomination-field";
import type { GiftView } from "../../app/features/gifts/gift-view";
import { findLead } from "../../app/features/gifts/name-lead";

const gift = (id: string, name: string, price: number, retailer = ""): GiftView => ({
  id,
  name,
  price,
  retailer,
  description: "",
  picture: retailer && `/media/${id}.svg`,
  sizes: [],
  asksOnPage: false,
  obstacle: "",
});

/** The field as a browser without script has it. */
function render(gifts: GiftView[], points: number | null = 500) {
  const shell = { id: "gift", result: null };
  const page = document.createElement("div");
  page.innerHTML = renderToString(<DenominationField shell={shell} label="Номинал" gifts={gifts} points={points} />);
  return page;
}

it("§1.6 denominations are radio buttons of one field, and each says its price and what is missing", () => {
  const page = render([
    gift("1", "Пополнение телефона на 300 ₽", 300),
    gift("2", "Пополнение телефона на 1 000 ₽", 1_000),
  ]);
  const radios = [...page.querySelectorAll("input")];
  expect(radios.map(({ type, name, value, required, id }) => [type, name, value, required, id])).toEqual([
    ["radio", "prize_id", "1", true, "gift-prize_id"],
    ["radio", "prize_id", "2", true, "gift-prize_id-2"],
  ]);
  expect(radios.map((radio) => radio.labels?.[0]?.textContent?.trim())).toEqual([
    "Пополнение телефона на 300 ₽ 300\u00a0баллов",
    "Пополнение телефона на 1 000 ₽ 1\u00a0000\u00a0баллов, не хватает 500\u00a0баллов",
  ]);
  expect(page.querySelector(".visually-hidden")?.textContent).toBe("Пополнение телефона на ");
});

it("§3.6 certificates stand under the shop that they are for, with its picture", () => {
  const page = render([
    gift("1", "На 500 ₽", 500, "Лента"),
    gift("2", "На 1 000 ₽", 1_000, "Лента"),
    gift("3", "На 500 ₽", 500, "Сад"),
  ]);
  expect([...page.querySelectorAll(".chips-title")].map((title) => title.textContent?.trim())).toEqual([
    "Лента",
    "Сад",
  ]);
  expect([...page.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([
    "/media/1.svg",
    "/media/3.svg",
  ]);
  expect(page.querySelectorAll('[name="prize_id"]')).toHaveLength(3);
});

it("§1.6 names lose what all of them begin with, but never a part of a number, and long ones stay whole", () => {
  expect(findLead(["Выплата на карту 1 000 ₽", "Выплата на карту 1 500 ₽"])).toBe("Выплата на карту ");
  expect(findLead(["Выплата 1\u00a0000 ₽", "Выплата 1\u00a0500 ₽"])).toBe("Выплата ");
  expect(findLead(["Выплата на карту"])).toBe("");
  expect(findLead(["Выплата на карту", "Выплата на карту любого российского банка"])).toBe("");
  expect(findLead(["Кружка", "Кепка"])).toBe("");
});
