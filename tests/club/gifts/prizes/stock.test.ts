import { afterAll, beforeAll, expect, test } from "vitest";
import { addPrize } from "../../../../club/gifts/prizes/operators/add-prize";
import { setPrizeStock } from "../../../../club/gifts/prizes/operators/change-prize";
import { prizes } from "../../../../club/gifts/prizes/operators/list-prizes";
import { setExchangeStatus } from "../../../../club/gifts/prizes/set-exchange-status";
import type { Operator } from "../../../../club/platform/acts/operator";
import { runAct } from "../../../../club/platform/acts/run-act";
import { readPage } from "../../../../club/platform/acts/view";
import { exchangePrize, listCharacteristics, listPrizes } from "../../../../contract/prizes";
import { openTestClub, type TestClub } from "../../../setup/club";
import { addPerson, givePoints } from "../../points/people";

let club: TestClub;
const shell: Operator = { kind: "shell", user: "root" };

beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

async function addMug(): Promise<number> {
  const { id } = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: "souvenir", name: "Кружка", price: 300 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function rich() {
  const person = await addPerson(club, { role: "member" });
  await givePoints(club, person.id, 10_000);
  return person;
}

const order = (token: string, prizeId: number) =>
  club.call(
    exchangePrize,
    { prize_id: prizeId, basket_uuid: "basket", delivery_city: "Москва", cdek_pvz_code: "MSK12" },
    { token },
  );
const setStock = (prize: number, stock?: number) =>
  runAct(club.club.services, shell, setPrizeStock, {
    prize: String(prize),
    ...(stock !== undefined && { stock: String(stock) }),
  });
const stockOf = async (id: number) =>
  (await club.db.selectFrom("prizes").select("stock").where("id", "=", id).executeTakeFirstOrThrow()).stock;
const isListed = async (token: string, id: number) =>
  (await club.ask(listPrizes, {}, { token })).items.some((prize) => prize.id === String(id));

test("§1.6 five people want the last three mugs at once: three get one, two are told", async () => {
  const mug = await addMug();
  await setStock(mug, 3);
  const people = await Promise.all([1, 2, 3, 4, 5].map(rich));
  const results = await Promise.all(people.map(({ token }) => order(token, mug)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const { refusal } of results.filter(({ status }) => status !== 200)) {
    expect(refusal?.aliases).toEqual(["cts.prize_exchange_service.out_of_stock"]);
  }
  expect(await stockOf(mug)).toBe(0);
});

test("§1.6 what has run out leaves the list, and comes back with a refused order's unit", async () => {
  const mug = await addMug();
  await setStock(mug, 1);
  const { token } = await rich();
  const { result } = await order(token, mug);
  expect(await isListed(token, mug)).toBe(false);
  await club.db.transaction().execute((trx) =>
    setExchangeStatus(trx, club.club.services, {
      exchangeId: Number(result?.id),
      status: "rejected",
      reason: "Разбилась",
      by: "test",
    }),
  );
  expect(await stockOf(mug)).toBe(1);
  expect(await isListed(token, mug)).toBe(true);
});

test("§1.6 a gift without a stock never runs out, also after an operator has taken the limit away", async () => {
  const mug = await addMug();
  const { token } = await rich();
  expect((await order(token, mug)).status).toBe(200);
  expect(await stockOf(mug)).toBeNull();
  await setStock(mug, 0);
  expect((await order(token, mug)).refusal?.aliases).toEqual(["cts.prize_exchange_service.out_of_stock"]);
  await setStock(mug);
  expect((await order(token, mug)).status).toBe(200);
});

test("§1.6 operators are told what has run out in the catalogue, and not what has left it or never runs out", async () => {
  const { services } = club.club;
  const [empty, left, full, endless] = [await addMug(), await addMug(), await addMug(), await addMug()];
  await setStock(empty, 0);
  await setStock(left, 0);
  await setStock(full, 1);
  await club.db.updateTable("prizes").set({ is_enabled: false }).where("id", "=", left).execute();
  const listed = async (state: string) => {
    const ids = (await readPage(services, prizes, { state })).rows.map(({ cells }) => Number(cells[0]));
    return [empty, left, full, endless].filter((id) => ids.includes(id));
  };
  expect(await listed("empty")).toEqual([empty]);
  expect(await listed("disabled")).toEqual([left]);
  expect(await listed("enabled")).toEqual([empty, full, endless]);
  const all = await readPage(services, prizes, { state: "empty" });
  expect(await prizes.today?.[0]?.count(services)).toBe(all.rows.length);
});

test("§3.7 the sizes of a gift stand as an operator named them, and one that comes later stands last", async () => {
  const { services } = club.club;
  const { token } = await rich();
  const add = (more: Record<string, string | string[]>) =>
    runAct(services, shell, addPrize, { name: "Шапка", price: "900", handler: "souvenir", ...more });
  const { outcome } = await add({ size: ["XL=1", "M=0", "L=20"] });
  const prize = String(outcome.subject?.id);
  const sizes = async () => {
    const [gift] = await club.ask(listCharacteristics, { prize_id: prize }, { token });
    return gift?.values.map(({ value, in_stock }) => `${value} ${in_stock}`);
  };
  expect(await sizes()).toEqual(["XL true", "M false", "L true"]);
  const set = (size: string, stock?: string) =>
    runAct(services, shell, setPrizeStock, { prize, size, ...(stock !== undefined && { stock }) });
  expect((await set("A", "3")).outcome).toMatchObject({ before: { stock: 0 }, after: { stock: 3 } });
  expect((await set("M", "2")).outcome).toMatchObject({ before: { stock: 0 }, after: { stock: 2 } });
  expect((await set("L", "0")).outcome).toMatchObject({ before: { stock: 20 }, after: { stock: 0 } });
  const after = ["XL true", "M true", "L false", "A true"];
  expect(await sizes()).toEqual(after);
  await expect(set("M")).rejects.toMatchObject({ entries: [{ error_system_message: { field_key: "stock" } }] });
  expect(await sizes()).toEqual(after);
});

test("§1.6 a gift that is added with none in stock isn't in the catalogue yet, and one without a number has no limit", async () => {
  const { token } = await rich();
  const add = async (stock?: string) => {
    const { outcome } = await runAct(club.club.services, shell, addPrize, {
      ...{ name: "Термос", price: "900", handler: "souvenir" },
      ...(stock !== undefined && { stock }),
    });
    return Number(outcome.subject?.id);
  };
  const [none, unlimited] = [await add("0"), await add()];
  expect([await stockOf(none), await stockOf(unlimited)]).toEqual([0, null]);
  expect([await isListed(token, none), await isListed(token, unlimited)]).toEqual([false, true]);
});

test("§3.6 a certificate has a shop and no other gift does, and sizes are those of things", async () => {
  const { services } = club.club;
  const add = (handler: string, more: Record<string, string | string[]>) =>
    runAct(services, shell, addPrize, { name: "Новый подарок", price: "900", handler, ...more });
  const refusedAt = (field: string) => ({ entries: [{ error_system_message: { field_key: field } }] });
  await expect(add("giftery", {})).rejects.toMatchObject(refusedAt("retailer"));
  for (const handler of ["phone", "card", "giftery"]) {
    await expect(add(handler, { size: ["L=1"], retailer: "Лес" })).rejects.toMatchObject(refusedAt("size"));
  }
  await expect(add("souvenir", { size: ["L"] })).rejects.toMatchObject(refusedAt("size"));
  const retailerOf = async (handler: string) => {
    const { outcome } = await add(handler, { retailer: "Магазин «Лес»" });
    const row = club.db.selectFrom("prizes").select("retailer").where("id", "=", Number(outcome.subject?.id));
    return (await row.executeTakeFirstOrThrow()).retailer;
  };
  expect([await retailerOf("giftery"), await retailerOf("souvenir")]).toEqual(["Магазин «Лес»", ""]);
});
