import type { User } from "../../contract/accounts";
import type { Role } from "../../contract/values";

/** Who may open a page: guests only, everyone, or logged-in participants of these roles. */
export type Access = "guest" | "anyone" | readonly Role[];

/** The route table of §2.1.1, without trailing slashes; the router accepts both forms. */
export const routeAccess = {
  "/": "guest",
  "/rules": "guest",
  "/q&a": "anyone",
  "/promo": "anyone",
  "/promo/:id": "anyone",
  "/dashboard/profile": ["curator", "manager", "member", "tadam"],
  "/dashboard/report": ["curator"],
  "/dashboard/search": ["manager"],
  "/dashboard/invite": ["curator", "manager"],
  "/dashboard/points": ["curator", "manager", "member"],
  "/dashboard/sales": ["manager", "member"],
  "/dashboard/gifts": ["curator", "manager", "member"],
  "/dashboard/gifts/cart": ["curator", "manager", "member"],
  "/dashboard/promo-code": ["member"],
} as const satisfies Record<string, Access>;

export type GuardedPath = {
  [Path in keyof typeof routeAccess]: (typeof routeAccess)[Path] extends readonly Role[] ? Path : never;
}[keyof typeof routeAccess];

/** A balance that the upstream doesn't tell is shown as a dash; it keeps nobody from ordering, which the upstream decides. */
export type Balance = number | "unknown";

export function balanceOf(user: Pick<User, "points">): Balance {
  return user.points.points ?? "unknown";
}

/** The balance as a number, for what is only shown where it is known. */
export function knownBalance(user: Pick<User, "points">): number | null {
  return user.points.points ?? null;
}

/** The page that a login leads to (§2.1.2, §2.3.6). */
export const PROFILE_PATH = "/dashboard/profile/";
