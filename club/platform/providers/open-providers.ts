import type { ClubSettings } from "../services";
import type { CompanyRegister } from "./company-register";
import { openDadata } from "./dadata/open-dadata";
import type { IdentityProvider } from "./identity-provider";
import { openOidc } from "./oidc/open-oidc";

/** The outer register of companies that the settings name; null without one. */
export function openCompanyRegister({ dadataKey, dadataUrl }: ClubSettings): CompanyRegister | null {
  return dadataKey === null ? null : openDadata({ key: dadataKey, url: dadataUrl });
}

/** The address of the console to which a provider sends operators back. */
const CALLBACK_PATH = "/login/provider/callback";

/** The provider of the operators' identities that the settings name; null without one. */
export function openIdentityProvider({ operatorOidc, operatorOrigin }: ClubSettings): IdentityProvider | null {
  if (!operatorOidc || !operatorOrigin) return null;
  return openOidc({ ...operatorOidc, redirectAddress: operatorOrigin + CALLBACK_PATH });
}
