import type { CallRequest } from "../../contract/call";
import { phoneDigits } from "../../contract/fields";
import type { exchangePrize } from "../../contract/prizes";
import { alias, PHONE_DIGITS, PHONE_LENGTH_MESSAGE, type PrizeHandler, SIZE_FIELD_INDEX } from "../../contract/values";
import { RefusalError } from "../http/refusal-error";
import type { Db } from "../services";
import { findPickupPoint } from "../suggestions/rules";

const CARD_DIGITS = 16;
const HOLDER_MAX_LENGTH = 60;

export type OrderRequest = CallRequest<typeof exchangePrize>;

/** To whom and where a unit of a prize goes; what a handler doesn't need is empty. */
export interface Order {
  readonly recipient: string;
  readonly recipientMasked: string;
  readonly operatorId: number | null;
  readonly cardHolder: string;
  readonly size: string;
  readonly deliveryCity: string;
  readonly deliveryAddress: string;
  readonly pickupPointCode: string;
}

const nothing: Order = {
  recipient: "",
  recipientMasked: "",
  operatorId: null,
  cardHolder: "",
  size: "",
  deliveryCity: "",
  deliveryAddress: "",
  pickupPointCode: "",
};

/**
 * Reads an order request by the handler of its prize: recipient and operator of a top-up, card and holder of a payout,
 * size and pickup point of a souvenir; a certificate needs nothing.
 * @throws RefusalError validation on the field that doesn't fit
 */
export async function readOrder(
  db: Db,
  prize: { id: number; handler_system_name: PrizeHandler },
  request: OrderRequest,
): Promise<Order> {
  const [recipient = "", second = ""] = request.selected_additional_fields;
  switch (prize.handler_system_name) {
    case "phone":
      return { ...nothing, ...readPhone(recipient), operatorId: await readOperator(db, second) };
    case "card":
      return { ...nothing, ...readCard(recipient), cardHolder: readHolder(second) };
    case "souvenir":
      return {
        ...nothing,
        size: await readSize(db, prize.id, request.selected_additional_fields[SIZE_FIELD_INDEX] ?? ""),
        ...readDelivery(request),
      };
    case "giftery":
      return nothing;
  }
}

function readPhone(typed: string): Pick<Order, "recipient" | "recipientMasked"> {
  const phone = phoneDigits(typed);
  if (phone.length !== PHONE_DIGITS) throw invalid("recipient", PHONE_LENGTH_MESSAGE);
  return {
    recipient: phone,
    recipientMasked: `+${phone.slice(0, 1)} (${phone.slice(1, 4)}) •••-••-${phone.slice(-2)}`,
  };
}

async function readOperator(db: Db, wireId: string): Promise<number> {
  const operators = await db.selectFrom("mobile_operators").select("id").execute();
  const operator = operators.find(({ id }) => String(id) === wireId.trim());
  if (!operator) throw invalid("operator", "Выберите оператора.");
  return operator.id;
}

function readCard(typed: string): Pick<Order, "recipient" | "recipientMasked"> {
  const card = typed.replace(/[\s-]/g, "");
  if (!/^\d+$/.test(card) || card.length !== CARD_DIGITS) {
    throw invalid("recipient", `Номер карты состоит из ${CARD_DIGITS} цифр.`);
  }
  if (!luhnHolds(card)) throw invalid("recipient", "Проверьте номер карты: в нём ошибка.");
  return { recipient: card, recipientMasked: `•••• ${card.slice(-4)}` };
}

/** §5.2: the check digit of a bank card; all zeros pass it and are no card. */
function luhnHolds(card: string): boolean {
  const sum = [...card].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0 && sum > 0;
}

function readHolder(typed: string): string {
  const holder = typed.trim().replace(/\s+/g, " ");
  if (holder.length > HOLDER_MAX_LENGTH || !/^\p{L}[\p{L} .'’-]*$/u.test(holder)) {
    throw invalid("card_holder", "Укажите имя владельца, как на карте.");
  }
  return holder;
}

async function readSize(db: Db, prizeId: number, wanted: string): Promise<string> {
  const sizes = await db.selectFrom("prize_sizes").select("value").where("prize_id", "=", prizeId).execute();
  if (sizes.length === 0) return "";
  const size = sizes.find(({ value }) => value.toLowerCase() === wanted.trim().toLowerCase());
  if (!size) throw invalid("size", "Выберите размер.");
  return size.value;
}

function readDelivery(request: OrderRequest): Pick<Order, "deliveryCity" | "deliveryAddress" | "pickupPointCode"> {
  const city = request.delivery_city.trim();
  if (city === "") throw invalid("delivery_city", "Укажите город доставки.");
  const point = findPickupPoint(request.cdek_pvz_code, city);
  if (!point) throw invalid("cdek_pvz_code", "Выберите пункт выдачи в этом городе.");
  return { deliveryCity: point.city, deliveryAddress: `${point.city}, ${point.address}`, pickupPointCode: point.code };
}

function invalid(field: string, message: string): RefusalError {
  return new RefusalError(alias.validation, message, field);
}
