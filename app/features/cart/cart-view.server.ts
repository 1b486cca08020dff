import type { PrizeHandler } from "../../../contract/values";
import { formatPhone } from "../../lib/phone";
import { type CartLineView, type CartView, sumUp } from "./foresee-cart";

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

interface CartLines<L extends Line> {
  readonly lines: readonly L[];
  /** Lines that can be put back. */
  readonly removed: readonly L[];
  nameLine(line: L): string;
}

/** The cart with today's names and prices (§4.17); what was taken out stands in the place where it was. */
export function viewCart<L extends Line>(
  { lines, removed, nameLine }: CartLines<L>,
  gifts: ReadonlyMap<string, KnownGift>,
): CartView {
  const view = (isRemoved: boolean) => (line: L) => ({
    ...viewLine(line, gifts.get(line.prize_id)),
    mark: nameLine(line),
    removed: isRemoved,
  });
  return sumUp([...lines.map(view(false)), ...removed.map(view(true))].sort((one, other) => one.id - other.id));
}

function viewLine(line: Line, known: KnownGift | undefined): Omit<CartLineView, "mark" | "removed"> {
  const { id, cartCount: count, physical } = line;
  if (!known) return { id, name: "Подарка больше нет", note: "", count, price: 0, sum: 0, physical, gone: true };
  const { gift, handler } = known;
  return {
    id,
    name: gift.name,
    note: describeFields(handler, line.selected_additional_fields),
    count,
    price: gift.price,
    sum: gift.price * count,
    physical,
    gone: false,
  };
}

function describeFields(handler: PrizeHandler, [recipient = "", second = "", size = ""]: readonly string[]): string {
  if (handler === "phone") return `Номер ${formatPhone(recipient)}`;
  if (handler === "card") return `Карта •••• ${recipient.slice(-4)}, ${second}`;
  return size && `Размер ${size}`;
}
