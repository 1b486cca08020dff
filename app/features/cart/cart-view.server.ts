import type { PrizeHandler } from "../../../contract/values";
import { formatPhone } from "../../lib/phone";

/** What the view reads of a cart's line and of the prize list; both come from other places of the portal. */
interface Line {
  readonly id: number;
  readonly prize_id: string;
  readonly cartCount: number;
  readonly physical: boolean;
  readonly selected_additional_fields: readonly string[];
}
interface KnownGift {
  readonly gift: { readonly name: string; readonly price: number };
  readonly handler: PrizeHandler;
}

/** A line as the sheet shows it. */
export interface CartLineView {
  id: number;
  name: string;
  /** Recipient and size; a card only by its last digits. */
  note: string;
  count: number;
  price: number;
  sum: number;
  /** The prize is no longer given: it can only be taken out. */
  gone: boolean;
}

export interface CartView {
  lines: CartLineView[];
  /** Points for all that can be ordered. */
  total: number;
  /** Pieces of all that can be ordered. */
  units: number;
  hasGone: boolean;
  needsDelivery: boolean;
}

/** The cart with today's names and prices (§4.17): total = Σ price × count; what is gone costs nothing. */
export function viewCart(lines: readonly Line[], gifts: ReadonlyMap<string, KnownGift>): CartView {
  const views = lines.map((line) => viewLine(line, gifts.get(line.prize_id)));
  const left = views.filter(({ gone }) => !gone);
  return {
    lines: views,
    total: left.reduce((sum, line) => sum + line.sum, 0),
    units: left.reduce((sum, line) => sum + line.count, 0),
    hasGone: left.length < views.length,
    needsDelivery: lines.some(({ physical, prize_id }) => physical && gifts.has(prize_id)),
  };
}

function viewLine(line: Line, known: KnownGift | undefined): CartLineView {
  const { id, cartCount: count } = line;
  if (!known) return { id, name: "Подарка больше нет", note: "", count, price: 0, sum: 0, gone: true };
  const { gift, handler } = known;
  return {
    id,
    name: gift.name,
    note: describeFields(handler, line.selected_additional_fields),
    count,
    price: gift.price,
    sum: gift.price * count,
    gone: false,
  };
}

function describeFields(handler: PrizeHandler, [recipient = "", second = "", size = ""]: readonly string[]): string {
  if (handler === "phone") return `Номер ${formatPhone(recipient)}`;
  if (handler === "card") return `Карта •••• ${recipient.slice(-4)}, ${second}`;
  return size && `Размер ${size}`;
}
