import { redirect } from "@remix-run/node";
import type { User } from "../../../contract/accounts";
import { participantOf } from "../../../contract/values";
import { holdsPoints } from "../../session/access";
import { redirectWithNotice } from "../../session/reply.server";
import type { Session } from "../../session/session.server";
import { loadUser, type RouteArgs, requireSession, type Visit } from "../../session/visit.server";

interface CartVisit {
  visit: Visit & { session: Session };
  user: User;
}

/** Somebody whose role has the cart page (§2.1.1), and whether one may order: system participants see gifts only (§6.2). */
export async function requireCartPage(args: RouteArgs): Promise<CartVisit & { mayOrder: boolean }> {
  const visit = await requireSession(args, "/dashboard/gifts/cart");
  const user = await loadUser(args, visit);
  if (!user) throw redirect("/");
  return { visit, user, mayOrder: holdsPoints(participantOf(user.promo_group.system_name, user.is_system)) };
}

/** Somebody who may fill a cart and order. The others are sent to the gifts. */
export async function requireShopper(args: RouteArgs): Promise<CartVisit> {
  const { mayOrder, ...shopper } = await requireCartPage(args);
  if (!mayOrder) throw redirect("/dashboard/gifts/");
  return shopper;
}

/** While units are ordered the cart stays as it is: an edit could order a unit twice. */
export function redirectWhileOrdering(): Promise<Response> {
  return redirectWithNotice("/dashboard/gifts/order", {
    kind: "warning",
    text: "Сначала закончите начатый заказ: пока он оформляется, корзину нельзя менять.",
  });
}
