import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readText } from "../../setup/outline-text";
import { linksOf, openReplayedPortal, type ReplayedPortal, textOf, toldAfter } from "../../setup/replayed-portal";

// Gifts, goals and pickup points in states that the demo's club seldom or never has.

let portal: ReplayedPortal;

beforeAll(async () => {
  portal = await openReplayedPortal();
});
afterAll(() => portal?.close());
afterEach(() => portal?.answerAsRecorded());

const gift = { id: 71, name: "Зонт", description: "", image_url: "", handler_system_name: "souvenir", price: 10 };

test("§1.6 a choice of gifts that finds none offers to show all; without any gift there is nothing to choose", async () => {
  const member = await portal.visit("member");
  portal.answer({ "GET prize/list": { items: [gift], certificates: [] }, "GET prize/characteristics/list": [] });
  const none = await member.open("/dashboard/gifts/?type=phone");
  expect(textOf(none)).toContain("По этому выбору ничего нет");
  expect(linksOf(none)).toContain("Показать все подарки → /dashboard/gifts/");
  expect(none.document.querySelector("select[name=type]")).not.toBeNull();
  portal.answer({ "GET prize/list": { items: [], certificates: [] }, "GET prize/characteristics/list": [] });
  const empty = await member.open("/dashboard/gifts/?type=phone");
  expect(textOf(empty)).toContain("Подарков пока нет");
  expect(empty.document.querySelector("select[name=type]")).toBeNull();
});

test("§8.5 accepted documents lead on to the order while there are gifts in the cart, and not from an emptied one", async () => {
  const member = await portal.visit("member");
  portal.answer({
    "GET prize/list": { items: [gift], certificates: [] },
    "GET prize/characteristics/list": [],
    "GET user/curator/check/documents": { status: "accepted", reason: "" },
  });
  const readLinks = async () => linksOf(await member.open("/dashboard/documents"));
  const goOn = "Продолжить заказ → /dashboard/gifts/cart";
  expect(await readLinks()).not.toContain(goOn);
  await member.open("/dashboard/gifts/71");
  await member.submit({ cartCount: "1" }, "Добавить");
  expect(await readLinks()).toContain(goOn);
  await member.open("/dashboard/gifts/cart");
  await member.submit({}, "Убрать");
  expect(await readLinks()).not.toContain(goOn);
});

test("§1.6 certificates stand by their shop, and those of one shop by their price", async () => {
  const certificate = (id: number, retailer: string, price: number) => ({
    id,
    retailer,
    name: "К",
    image_url: "",
    price,
  });
  const certificates = [certificate(1, "Яр", 500), certificate(2, "Азбука", 900), certificate(3, "Азбука", 300)];
  portal.answer({ "GET prize/list": { items: [], certificates } });
  const { document } = await (await portal.visit("member")).open("/dashboard/gifts/giftery");
  const offered = [...document.querySelectorAll<HTMLInputElement>("input[name=prize_id]")].map(({ value }) => value);
  expect(offered).toEqual(["3", "2", "1"]);
});

test("§1.6 §3.7 a gift with sizes of its own is chosen in the list, though other sizes don't say whose they are", async () => {
  const sizes = (prize_id: number | undefined) => ({
    prize_id,
    code: "size",
    values: [{ value: "S" }, { value: "M" }],
  });
  portal.answer({
    "GET prize/list": { items: [gift], certificates: [] },
    "GET prize/characteristics/list": [sizes(71), sizes(undefined)],
  });
  const { document } = await (await portal.visit("member")).open("/dashboard/gifts/");
  const options = [...document.querySelectorAll("article select[name=size] option")].map(
    ({ textContent }) => textContent,
  );
  expect(options).toContain("M");
});

test("§3.8 the chosen pickup point is told with its own city, and with the one that was typed where it has none", async () => {
  const member = await portal.visit("member");
  const toldOf = async (city?: string) => {
    const point = { code: "P1", address: "Лесная, 4", type: "PVZ", city };
    portal.answer({
      "GET prize/delivery/address/suggest": { cities: [{ city: "Тверь", code: "1" }], streets: [], addresses: [point] },
    });
    const fields = new URLSearchParams({ delivery_city: "тверь", cdek_pvz_code: "P1" });
    return toldAfter(member, await member.post("/dashboard/gifts/delivery", fields));
  };
  expect(await toldOf("Тверь")).toBe("✓Заберёте здесь: Тверь, Лесная, 4.");
  expect(await toldOf()).toBe("✓Заберёте здесь: тверь, Лесная, 4.");
});

test("§1.6 a goal whose price the balance has reached exactly is enough, and one point more is missing", async () => {
  const toldAt = async (points: number) => {
    portal.changePerson({ points: { points } });
    portal.answer({ "GET prize/list": { items: [gift], certificates: [] }, "GET prize/characteristics/list": [] });
    const member = await portal.visit("member");
    await member.post("/dashboard/gifts/goal", new URLSearchParams({ prize_id: "71" }));
    return readText((await member.open("/dashboard/gifts/")).document.querySelector(".gauge output")?.textContent);
  };
  expect([await toldAt(10), await toldAt(9)]).toEqual(["баллов хватает", "ещё 1 балл"]);
});

test("§1.6 a balance of nought is told to be not enough, one that isn't known is told nothing of", async () => {
  const badgeAt = async (points: number | undefined) => {
    portal.changePerson({ points: { points } });
    portal.answer({ "GET prize/list": { items: [gift], certificates: [] }, "GET prize/characteristics/list": [] });
    const { document } = await (await portal.visit("member")).open("/dashboard/gifts/");
    return readText(document.querySelector("article .badge")?.textContent);
  };
  expect([await badgeAt(0), await badgeAt(undefined)]).toEqual(["Не хватает 10 баллов", ""]);
});

test("§1.6 each choice of gifts can be taken back, and without one there is nothing to take back", async () => {
  const member = await portal.visit("member");
  const canReset = async (query: string) => (await member.open(`/dashboard/gifts/${query}`)).text.includes("Сбросить");
  expect([await canReset("?enough=1"), await canReset("?type=souvenir"), await canReset("")]).toEqual([
    ...[true, true],
    false,
  ]);
});

test("§1.6 the page of a payout names the payment agent only where the club has one", async () => {
  const member = await portal.visit("member");
  const namesAgent = async (agentId: string) => {
    portal.answer({ "GET payments/agentId": { agentId } });
    return textOf(await member.open("/dashboard/gifts/card")).includes("платёжный агент");
  };
  expect([await namesAgent("50001"), await namesAgent("")]).toEqual([true, false]);
});
