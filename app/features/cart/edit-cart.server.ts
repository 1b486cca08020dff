import { z } from "zod";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import { redirectOrStay } from "../../session/reply.server";
import {
  addToCart,
  type Cart,
  type CartLine,
  changeCount,
  countPieces,
  removeAllLines,
  removeLine,
  restoreLine,
} from "./cart.server";
import { createCart, fitsCookie, readCart, unsealCart, writeCart } from "./cart-cookie.server";
import { latestCart } from "./latest-cart.server";
import { isOrdering } from "./order.server";
import { CART_PATH } from "./paths";
import { redirectWhileOrdering, type Shopper } from "./require-shopper.server";

/**
 * Adds pieces of a gift to the cart of a request (§4.17). Nothing is awaited between reading the latest cart and saving the
 * changed one, so that two requests at once don't overwrite each other.
 * @returns the pieces of the gift that are now in the cart, and the `Set-Cookie` value; or why nothing was added
 */
export async function addGift(
  { visit }: Shopper,
  request: Request,
  line: Omit<CartLine, "id">,
): Promise<{ kind: "added"; count: number; cookie: string } | { kind: "ordering" } | { kind: "full" }> {
  const sent = await readCart(request);
  const cart = sent ? latestCart(sent) : createCart(request, visit.session);
  if (isOrdering(cart)) return { kind: "ordering" };
  const edited = addToCart(cart, line);
  if (!fitsCookie(edited)) return { kind: "full" };
  const count = countPieces(edited.lines)[line.prize_id] ?? 0;
  return { kind: "added", count, cookie: await writeCart(cart, edited) };
}

const lineId = z.coerce.number().int();

/** The forms of the cart page, by their `intent`. */
const cartEdit = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("count"),
    line: lineId,
    cartCount: z.coerce.number().int().min(1).max(LINE_MAX_COUNT),
  }),
  z.object({ intent: z.literal("delete"), line: lineId }),
  z.object({ intent: z.literal("return"), line: lineId.optional() }),
  z.object({ intent: z.literal("clear") }),
  z.object({ intent: z.literal("restore"), sealed: z.string() }),
]);
type CartEdit = z.output<typeof cartEdit>;

/**
 * Handles a form of the cart page (§4.17). Nothing is awaited between reading the latest cart and saving the changed one, so
 * that two edits at once don't overwrite each other.
 */
export async function handleCartForm({ visit }: Shopper, request: Request) {
  const form = await request.formData();
  const parsed = cartEdit.safeParse(Object.fromEntries(form));
  if (!parsed.success) return redirectOrStay(form, CART_PATH, WRONG_COUNT);
  const edit = parsed.data;
  const sent = await readCart(request);
  const cart = sent && latestCart(sent);
  if (edit.intent === "restore") {
    // Only when there is no cart: a cart in the cookie is newer than the one in local storage.
    const restored = cart ?? (await unsealCart(edit.sealed, visit.session.userId));
    return redirectOrStay(form, CART_PATH, undefined, restored ? [await writeCart(restored, restored)] : []);
  }
  if (!cart) return redirectOrStay(form, CART_PATH);
  if (isOrdering(cart)) return redirectWhileOrdering();
  const changed = applyEdit(cart, edit);
  // A full cart has no room for what is removed from it: that is gone then, and the cart can still be emptied.
  const isRemoval = edit.intent === "delete" || edit.intent === "clear";
  const edited = isRemoval && !fitsCookie(changed) ? { ...changed, removed: [] } : changed;
  if (!fitsCookie(edited)) return redirectOrStay(form, CART_PATH, CART_FULL);
  // Without script the page scrolls back to the line, where it can be restored.
  const anchor = edit.intent === "delete" || edit.intent === "return" ? `#line-${edit.line ?? ""}` : "";
  return redirectOrStay(form, CART_PATH + anchor, undefined, [await writeCart(cart, edited)]);
}

function applyEdit(cart: Cart, edit: Exclude<CartEdit, { intent: "restore" }>): Cart {
  switch (edit.intent) {
    case "count":
      return changeCount(cart, edit.line, edit.cartCount);
    case "delete":
      return removeLine(cart, edit.line);
    case "return":
      return restoreLine(cart, edit.line);
    case "clear":
      return removeAllLines(cart);
  }
}

export const CART_FULL = {
  kind: "warning",
  text: "В корзину больше не помещается. Сначала закажите то, что выбрано.",
} as const;

const WRONG_COUNT = { kind: "error", text: `Количество — целое число от 1 до ${LINE_MAX_COUNT}.` } as const;
