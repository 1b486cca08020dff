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

/** The balance as pages show it: 0 where the upstream doesn't tell it. */
export function balanceOf(user: Pick<User, "points">): number {
  return user.points.points ?? 0;
}

/** The page that a login leads to (§2.1.2, §2.3.6). */
export const PROFILE_PATH = "/dashboard/profile/";
