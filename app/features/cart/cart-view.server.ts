import { type Cart, type CartLine, lineKey, listRemovedLines } from "./cart.server";
import { type CartLineView, type CartView, toCartView } from "./optimistic-cart";

/** Today's gifts by prize id, as far as the cart needs them. The routes pass them from the gifts feature. */
export type CartGifts = ReadonlyMap<
  string,
  {
    readonly gift: { readonly name: string; readonly price: number };
    readonly kind: { describeFields(fields: readonly string[]): string };
  }
>;

/** The cart with today's names and prices (§4.17); a removed line stays in its place. Without a cart it is empty. */
export function viewCart(cart: Cart | null, gifts: CartGifts): CartView {
  const view = (isRemoved: boolean) => (line: CartLine) => ({
    ...viewLine(line, gifts),
    mark: lineKey(line),
    removed: isRemoved,
  });
  const lines = cart ? [...cart.lines.map(view(false)), ...listRemovedLines(cart).map(view(true))] : [];
  return toCartView(lines.sort((one, other) => one.id - other.id));
}

function viewLine(line: CartLine, gifts: CartGifts): Omit<CartLineView, "mark" | "removed"> {
  const { id, cartCount: count, physical } = line;
  const found = gifts.get(line.prize_id);
  if (!found) return { id, name: "Подарка больше нет", note: "", count, price: 0, sum: 0, physical, gone: true };
  const { gift, kind } = found;
  return {
    id,
    name: gift.name,
    note: kind.describeFields(line.selected_additional_fields),
    count,
    price: gift.price,
    sum: gift.price * count,
    physical,
    gone: false,
  };
}
