import type { User } from "../../../contract/accounts";
import { type RegistrationRole, registrationRoles } from "../../../contract/values";

/** A participant's referral link for newcomers of one role (§2.4.2). */
export function referralLink(user: Pick<User, "id" | "referral_code">, role: RegistrationRole, origin: string): string {
  const url = new URL("/", origin);
  url.searchParams.set("referral", user.referral_code || user.id);
  url.searchParams.set("role", role);
  return url.href;
}

/** The role for which a link is wanted, from the address of a page about it. */
export function readReferralRole(search: URLSearchParams): RegistrationRole {
  return search.get("role") === "manager" ? "manager" : "member";
}

export function listReferralLinks(user: Pick<User, "id" | "referral_code">, origin: string) {
  return registrationRoles.map((role) => ({ role, url: referralLink(user, role, origin) }));
}
