import { randomBytes } from "node:crypto";
import type { PrizeHandler } from "../../../../club/gifts/prizes/kinds";
import { exchangePrize } from "../../../../contract/prizes";
import type { TestClub } from "../../../setup/club";
import { addPerson, credit, type TestPerson } from "../../points/people";

/** A card of no bank. */
export const CARD = "2200000000000004";
export const PRICE = 500;

const prizeIds = new WeakMap<TestClub, Map<PrizeHandler, number>>();

/** The id of the only gift of a kind that these orders are for. */
export async function prizeOf(club: TestClub, handler: PrizeHandler): Promise<number> {
  const known = prizeIds.get(club) ?? new Map<PrizeHandler, number>();
  prizeIds.set(club, known);
  const id = known.get(handler) ?? (await addPrize(club, handler));
  known.set(handler, id);
  return id;
}

async function addPrize(club: TestClub, handler: PrizeHandler): Promise<number> {
  const { id } = await club.db
    .insertInto("prizes")
    .values({ handler_system_name: handler, name: `Подарок ${handler}`, price: PRICE, retailer: "Магазин «Лес»" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface PlacedOrder {
  readonly id: number;
  readonly person: TestPerson;
}

/** A member orders a gift of a kind, to a card, a phone or a pickup point. @param basket of one press; one of its own by default */
export async function placeOrder(
  club: TestClub,
  handler: PrizeHandler,
  member?: TestPerson,
  basket: string = randomBytes(16).toString("hex"),
): Promise<PlacedOrder> {
  const person = member ?? (await addPerson(club, { role: "member" }));
  const reference = `order:${randomBytes(6).toString("hex")}`;
  const given = { userId: person.id, amount: PRICE, reason: "correction", reference, action: "Начало" } as const;
  await credit(club, [{ ...given, createdAt: club.clock.now() }]);
  const operator = await club.db.selectFrom("mobile_operators").select("id").executeTakeFirstOrThrow();
  const fields = { card: [CARD, "IVAN IVANOV", ""], phone: ["79001234567", String(operator.id), ""] };
  const order = await club.ask(
    exchangePrize,
    {
      prize_id: String(await prizeOf(club, handler)),
      basket_uuid: basket,
      selected_additional_fields: handler === "card" || handler === "phone" ? fields[handler] : [],
      ...(handler === "souvenir" && { delivery_city: "Москва", cdek_pvz_code: "MSK12" }),
    },
    { token: person.token },
  );
  return { id: Number(order.id), person };
}
