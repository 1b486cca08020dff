import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cities } from "../../../../club/gifts/suggestions/cities";
import { findPickupPoint } from "../../../../club/gifts/suggestions/find-pickup-point";
import { pickupPoints } from "../../../../club/gifts/suggestions/pickup-points";
import { suggestAddresses, suggestDelivery } from "../../../../contract/suggestions";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson } from "../../points/people";

let club: TestClub;
let token: string;
beforeAll(async () => {
  club = await openTestClub({ work: false });
  token = (await addPerson(club, { role: "member" })).token;
});
afterAll(() => club.close());

describe("suggestions", () => {
  test("architecture: the codes of cities and pickup points are unique, and every city has a pickup point", () => {
    expect(new Set(cities.map((city) => city.code)).size).toBe(cities.length);
    expect(new Set(pickupPoints.map((point) => point.code)).size).toBe(pickupPoints.length);
    for (const { city } of cities) {
      const points = pickupPoints.filter((point) => point.city === city);
      expect(points.length).toBeGreaterThanOrEqual(4);
      expect(new Set(points.map((point) => point.address)).size).toBe(points.length);
      expect(new Set(points.map((point) => point.type))).toEqual(new Set(["PVZ", "POSTAMAT"]));
    }
  });

  test("§7.1 cities are found by the beginning of a word, with ё or е, with or without «г.»", async () => {
    const suggest = async (query: string) =>
      (await club.ask(suggestDelivery, { query, type: "city" }, { token })).cities.map((city) => city.city);
    expect(await suggest("орел")).toEqual(["Орёл"]);
    expect(await suggest("г. Ниж")).toEqual(["Нижний Новгород", "Нижний Тагил"]);
    expect(await suggest("дону")).toEqual(["Ростов-на-Дону"]);
    // What begins with it stands before what only has it.
    expect(await suggest("на")).toEqual(["Набережные Челны", "Ростов-на-Дону"]);
    expect(await suggest("")).toHaveLength(10);
    expect(await suggest("xyz")).toEqual([]);
  });

  test("§1.6 the pickup points of a city are listed, all of them or those that match", async () => {
    const { addresses, cities: none } = await club.ask(suggestDelivery, { type: "address", city: "Москва" }, { token });
    expect(none).toEqual([]);
    expect(addresses).toHaveLength(8);
    expect(addresses.every((point) => point.code.startsWith("MSK"))).toBe(true);
    const one = await club.ask(suggestDelivery, { type: "address", city: "москва", query: "MSK12" }, { token });
    expect(one.addresses.map((point) => point.code)).toEqual(["MSK12"]);
    expect((await club.ask(suggestDelivery, { type: "address" }, { token })).addresses).toEqual([]);
    expect(findPickupPoint(" msk12", "г. Москва")?.code).toBe("MSK12");
    expect(findPickupPoint("MSK12", "Казань")).toBeUndefined();
  });

  test("§7.1 streets are found by a part of the name", async () => {
    const { streets } = await club.ask(suggestDelivery, { type: "street", query: "ул. молодеж" }, { token });
    expect(streets).toEqual([{ value: "ул. Молодёжная" }]);
  });

  test("§5.14 addresses are suggested with city, street and the typed house number", async () => {
    const suggest = async (query: string) =>
      (await club.ask(suggestAddresses, { query })).map((address) => address.value);
    expect(await suggest("казань гагарина 5к2")).toEqual(["Республика Татарстан, г. Казань, ул. Гагарина, д. 5к2"]);
    expect(await suggest("казань, гагарина 5/1")).toEqual(["Республика Татарстан, г. Казань, ул. Гагарина, д. 5/1"]);
    expect(await suggest("Москва, ул. Ленина, д. 10")).toEqual(["г. Москва, ул. Ленина, д. 10"]);
    expect((await suggest("татарстан"))[0]).toContain("г. Казань");
    expect(await suggest("гагарина")).toHaveLength(10);
    expect(await suggest("!!!")).toEqual([]);
  });
});
