import { redirect } from "@remix-run/node";
import type { User } from "../../contract/accounts";
import { participantOf } from "../../contract/values";
import { holdsPoints } from "./frame.server";
import { finishForm } from "./reply.server";
import type { Session } from "./session.server";
import { loadUser, type RouteArgs, requireSession, type Visit } from "./visit.server";

/**
 * Somebody who may fill a cart and order: the roles of the gifts page without the system ones, who see gifts only (§6.2).
 * The others are sent to the gifts.
 */
export async function requireShopper(args: RouteArgs): Promise<{ visit: Visit & { session: Session }; user: User }> {
  const visit = await requireSession(args, "/dashboard/gifts/cart");
  const user = await loadUser(args, visit);
  if (!user) throw redirect("/");
  if (!holdsPoints(participantOf(user.promo_group.system_name, user.is_system))) throw redirect("/dashboard/gifts/");
  return { visit, user };
}

/** While units are ordered the cart stays as it is: an edit could order a unit twice. */
export function refuseWhileOrdering(): Promise<Response> {
  return finishForm("/dashboard/gifts/order", {
    kind: "warning",
    text: "Сначала закончите начатый заказ: пока он оформляется, корзину нельзя менять.",
  });
}
