import type { CallInput } from "../../../contract/call";
import { exchangePrize } from "../../../contract/prizes";
import type { TestClub } from "../../setup/club";
import { csv } from "../gifts/orders/operator-desk";
import type { People, PersonName } from "./scene-people";
import { runByShell } from "./scene-sales";

export interface Orders {
  /** Orders by what was ordered; `otherCertificate` is the other shop's. */
  readonly orders: Readonly<
    Record<"phone" | "card" | "shirt" | "secondShirt" | "certificate" | "otherCertificate" | "rejected", string>
  >;
  /** Gifts by a word of their name. */
  readonly prizes: Readonly<Record<"phone" | "card" | "certificate" | "shirt" | "mug", string>>;
}

/** A card of no bank. */
export const CARD = ["2200000000000004", "IVAN IVANOV", ""];
export const DELIVERY = { delivery_city: "Москва", cdek_pvz_code: "MSK12", cdek_address_full: "Москва, пункт" };

/** Orders gifts of every kind in February and March, some in one press, and lets some go on. */
export async function addOrders(club: TestClub, people: People): Promise<Orders> {
  const prizes = await findPrizes(club);
  const operator = await club.db.selectFrom("mobile_operators").select("id").orderBy("id").executeTakeFirstOrThrow();
  const phone = ["79001234567", String(operator.id), ""];
  const order = async (at: string, by: PersonName, input: CallInput<typeof exchangePrize>) => {
    club.clock.stop(at);
    return (await club.ask(exchangePrize, input, { token: people[by].token })).id;
  };
  const make = (prize: keyof typeof prizes, basket_uuid: string, fields: string[] = []) => ({
    prize_id: prizes[prize],
    basket_uuid,
    selected_additional_fields: fields,
  });
  const orders = {
    phone: await order("2026-02-10T08:30:00Z", "shop", make("phone", "basket-phone", phone)),
    card: await order("2026-02-28T21:45:00Z", "shop", make("card", "basket-card", CARD)),
    shirt: await order("2026-03-05T07:30:00Z", "shop", {
      ...make("shirt", "basket-shirt", ["", "", "L"]),
      ...DELIVERY,
    }),
    secondShirt: await order("2026-03-05T07:30:00Z", "shop", {
      ...make("shirt", "basket-shirt", ["", "", "M"]),
      ...DELIVERY,
    }),
    certificate: await order("2026-03-06T07:30:00Z", "shop", make("certificate", "basket-certificate")),
    otherCertificate: await order("2026-03-07T07:30:00Z", "otherShop", make("certificate", "basket-other")),
    rejected: await order("2026-03-08T07:30:00Z", "manager", make("card", "basket-rejected", CARD)),
  };
  club.clock.stop("2026-03-10T07:30:00Z");
  const codes = [`${prizes.certificate};CODE-ONE;0042;31.12.2099`, `${prizes.certificate};CODE-TWO;0043;31.12.2099`];
  await runByShell(club, "add-certificate-codes", {
    file: csv("codes.csv", ["Подарок;Код;PIN;Действует до", ...codes]),
  });
  await runByShell(club, "issue-certificates", { prize: prizes.certificate });
  await runByShell(club, "start-order", { order: orders.card });
  await runByShell(club, "set-tracking", { order: orders.shirt, number: "1234-5678" });
  await runByShell(club, "refuse-order", { order: orders.rejected, reason: "Карта закрыта" });
  return { orders, prizes };
}

async function findPrizes({ db }: TestClub): Promise<Orders["prizes"]> {
  const find = async (name: string) =>
    String(
      (await db.selectFrom("prizes").select("id").where("name", "like", name).orderBy("id").executeTakeFirstOrThrow())
        .id,
    );
  return {
    phone: await find("Пополнение%"),
    card: await find("Выплата%"),
    certificate: await find("Сертификат%"),
    shirt: await find("Футболка"),
    mug: await find("Кружка%"),
  };
}
