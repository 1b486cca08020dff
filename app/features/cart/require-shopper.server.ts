import { redirect } from "@remix-run/node";
import { holdsPoints, participantOf } from "../../../contract/values";
import { redirectWithNotice } from "../../session/reply.server";
import type { Session } from "../../session/session.server";
import { type CurrentUser, loadUser, type RouteArgs, requireSession, type Visit } from "../../session/visit.server";
import { ORDER_PATH } from "./paths";

/** The visit of a participant who has a cart. */
export interface Shopper {
  visit: Visit & { session: Session };
  user: CurrentUser;
}

/** A participant whose role may open the cart page (§2.1.1). System participants see gifts, but `mayOrder` is false (§6.2). */
export async function requireCartPage(args: RouteArgs): Promise<Shopper & { mayOrder: boolean }> {
  const visit = await requireSession(args, "/dashboard/gifts/cart");
  const user = await loadUser(args, visit);
  if (!user) throw redirect("/");
  return { visit, user, mayOrder: holdsPoints(participantOf(user.promo_group.system_name, user.is_system)) };
}

/** A participant who may fill a cart and order. Others are redirected to the gifts. */
export async function requireShopper(args: RouteArgs): Promise<Shopper> {
  const { mayOrder, ...shopper } = await requireCartPage(args);
  if (!mayOrder) throw redirect("/dashboard/gifts/");
  return shopper;
}

/** The response to an edit while an order is under way, which could otherwise order a unit twice. */
export function redirectWhileOrdering(): Promise<Response> {
  return redirectWithNotice(ORDER_PATH, {
    kind: "warning",
    text: "Сначала закончите начатый заказ: пока он оформляется, корзину нельзя менять.",
  });
}
