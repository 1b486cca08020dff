import type { checkDocuments } from "../../../contract/accounts";
import type { CallReply } from "../../../contract/call";
import { type Cart, type CartLine, lineKey, listRemovedLines } from "./cart.server";
import { type CartLineView, type CartView, toCartView } from "./optimistic-cart";

/** Today's gifts by prize id, as far as the cart needs them. The routes pass them from the gifts feature. */
export type CartGifts = ReadonlyMap<
  string,
  {
    readonly gift: { readonly name: string; readonly price: number; readonly obstacle: string };
    readonly kind: { describeFields(fields: readonly string[]): string };
  }
>;

/** The cart with today's names and prices (§4.17); removed lines stay in their places. */
export function viewCart(cart: Cart | null, gifts: CartGifts): CartView {
  if (!cart) return toCartView([]);
  const present = cart.lines.map((line) => viewLine(line, gifts, false));
  const removed = listRemovedLines(cart).map((line) => viewLine(line, gifts, true));
  return toCartView([...present, ...removed].sort((one, other) => one.id - other.id));
}

function viewLine(line: CartLine, gifts: CartGifts, removed: boolean): CartLineView {
  const { id, cartCount: count, physical } = line;
  const common = { id, key: lineKey(line), count, physical, removed };
  const known = gifts.get(line.prize_id);
  if (!known || known.gift.obstacle) {
    const name = known?.gift.name ?? "Подарка больше нет";
    return { ...common, name, note: "", price: 0, sum: 0, unavailable: true };
  }
  const { gift, kind } = known;
  return {
    ...common,
    name: gift.name,
    note: kind.describeFields(line.selected_additional_fields),
    price: gift.price,
    sum: gift.price * count,
    unavailable: false,
  };
}

/**
 * The year's limit for gifts without accepted documents, when this cart would exceed it (§8.5); else null.
 * @param total of the cart, in roubles
 */
export function findExceededLimit(
  { status, year_total, year_limit }: CallReply<typeof checkDocuments>,
  total: number,
): number | null {
  if (status === "accepted" || year_total == null || year_limit == null) return null;
  return total > 0 && year_total + total > year_limit ? year_limit : null;
}
