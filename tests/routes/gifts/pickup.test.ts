import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDistance, measureDistance } from "../../../app/features/cart/distance.server";
import { action as choosePoint, loader as openDelivery } from "../../../app/routes/dashboard.gifts.delivery";
import { pickupPoints } from "../../../club/gifts/suggestions/pickup-points";
import { type Browser, openShop, type Shop } from "./shop";

const SUGGEST = "/api/prize/delivery/address/suggest";
const ADDRESS = "/dashboard/gifts/delivery";

let shop: Shop;
let browser: Browser;
beforeAll(async () => {
  shop = await openShop();
  browser = await shop.open("79000000003");
});
afterAll(() => shop.close());

const tellPlace = (fields: Record<string, string>) =>
  browser.post(choosePoint, ADDRESS, { intent: "nearest", delivery_city: "Казань", ...fields });

describe("pickup points near the phone", () => {
  it("§3.8 come in the order of their distance, which is told", async () => {
    const last = pickupPoints.filter(({ city }) => city === "Казань").at(-1);
    const { status, data } = await tellPlace({ latitude: String(last?.latitude), longitude: String(last?.longitude) });
    const { nearest } = data as { nearest: { code: string; hint: string }[] };
    expect(status).toBe(200);
    expect(nearest).toHaveLength(8);
    expect(nearest[0]).toMatchObject({ code: last?.code, hint: expect.stringMatching(/^50\sм от вас · /) });
    const metres = nearest.map(({ hint }) => {
      const [, amount = "", unit] = /^([\d,]+)\s(к?м)/.exec(hint) ?? [];
      return Number(amount.replace(",", ".")) * (unit === "км" ? 1000 : 1);
    });
    expect(metres).toEqual([...metres].sort((one, other) => one - other));
  });

  it("§3.8 a place that is none, and points without coordinates, are said so", async () => {
    expect((await tellPlace({ latitude: "north", longitude: "49" })).data).toMatchObject({
      nearest: [],
      message: expect.stringContaining("не сообщил"),
    });
    expect((await tellPlace({ latitude: "91", longitude: "49" })).data).toMatchObject({ nearest: [] });
    const point = { code: "KZN11", city: "Казань", address: "ул. Ленина, д. 1" };
    shop.replaceReplies(SUGGEST, { success: true, result: { cities: [], streets: [], addresses: [point] } });
    expect((await tellPlace({ latitude: "55", longitude: "49" })).data).toMatchObject({
      nearest: [],
      message: "У пунктов этого города нет координат.",
    });
    shop.replaceReplies(SUGGEST, undefined);
  });

  it("§3.8 a point without coordinates comes last and can be chosen too", async () => {
    const addresses = [
      { code: "A", city: "Казань", address: "ул. Ленина, д. 1" },
      { code: "B", city: "Казань", address: "ул. Ленина, д. 2", latitude: 55.8, longitude: 49.1 },
    ];
    shop.replaceReplies(SUGGEST, { success: true, result: { cities: [], streets: [], addresses } });
    const { nearest } = (await tellPlace({ latitude: "55.8", longitude: "49.1" })).data as {
      nearest: { code: string; hint: string }[];
    };
    expect(nearest.map(({ code, hint }) => [code, hint.includes("от вас")])).toEqual([
      ["B", true],
      ["A", false],
    ]);
    shop.replaceReplies(SUGGEST, undefined);
  });

  it("§7.2 an outage leaves the page with its points", async () => {
    shop.failCalls(SUGGEST, 1);
    expect(await tellPlace({ latitude: "55", longitude: "49" })).toMatchObject({
      status: 200,
      data: { nearest: [], message: expect.stringContaining("не получается") },
    });
    shop.failCalls(SUGGEST, 0);
  });

  it("§3.8 distances are rounded to what a walk or a drive needs", () => {
    expect(
      [0, 349, 974, 976, 1_449, 9_940, 9_960, 317_400].map(formatDistance).map((text) => text.replace("\u00a0", " ")),
    ).toEqual(["50 м", "350 м", "950 м", "1 км", "1,4 км", "9,9 км", "10 км", "317 км"]);
    const [moscow, petersburg] = [
      { latitude: 55.7558, longitude: 37.6173 },
      { latitude: 59.9343, longitude: 30.3351 },
    ];
    expect(Math.round(measureDistance(moscow, petersburg) / 1000)).toBe(633);
  });
});

describe("cities while they are typed", () => {
  it("§7.1 a name that is being typed finds cities and never chooses one", async () => {
    const typed = await browser.get(openDelivery, `${ADDRESS}?delivery_city=${encodeURIComponent("Казань")}&typing=`);
    expect(typed.data).toMatchObject({ query: "Казань", searched: true, city: null, cities: [{ city: "Казань" }] });
  });

  it("§7.2 an outage while a name is typed leaves the page", async () => {
    shop.failCalls(SUGGEST, 1);
    const typed = await browser.get(openDelivery, `${ADDRESS}?delivery_city=${encodeURIComponent("Казань")}&typing=`);
    expect(typed).toMatchObject({ status: 200, data: { searched: false, cities: [] } });
    shop.failCalls(SUGGEST, 0);
  });
});

describe("the pickup point of an earlier order", () => {
  it("§3.8 is offered to the same person only, until one is chosen for this cart", async () => {
    const readRemembered = async (somebody: Browser) =>
      ((await somebody.get(openDelivery, ADDRESS)).data as { remembered: unknown }).remembered;
    expect(await readRemembered(browser)).toBeNull();
    const chosen = await browser.post(choosePoint, ADDRESS, { delivery_city: "Казань", cdek_pvz_code: "KZN11" });
    expect(chosen).toMatchObject({ status: 303, location: "/dashboard/gifts/cart" });
    expect(await readRemembered(browser)).toBeNull();

    const kept = browser.cookies.get("pickup") ?? "";
    expect(kept).not.toBe("");
    expect(decodeURIComponent(kept)).not.toContain("Казань");
    const nextVisit = await shop.open("79000000003");
    nextVisit.cookies.set("pickup", kept);
    expect(await readRemembered(nextVisit)).toMatchObject({ city: "Казань", code: "KZN11" });

    const somebodyElse = await shop.open("79000000002");
    somebodyElse.cookies.set("pickup", kept);
    expect(await readRemembered(somebodyElse)).toBeNull();
  });
});
