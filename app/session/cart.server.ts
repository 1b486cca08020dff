import { z } from "zod";
import { readCookie } from "./cookie.server";
import { openSeal } from "./seal.server";

const CART = "cart";

/** §3.7: prices and names are looked up at every look, so a price is never the browser's word. */
const cartLine = z.object({
  prize_id: z.string(),
  cartCount: z.number().int().min(1),
  selected_additional_fields: z.array(z.string()),
});
export type CartLine = z.output<typeof cartLine>;

const cart = z.object({ basketId: z.string(), lines: z.array(cartLine) });
export type Cart = z.output<typeof cart>;

/** The cart of a request; null when there is none. */
export async function readCart(request: Request): Promise<Cart | null> {
  const sealed = readCookie(request, CART);
  if (!sealed) return null;
  const parsed = cart.safeParse(await openSeal(sealed));
  return parsed.success ? parsed.data : null;
}
