import type { ClubSettings } from "../services";
import type { CompanyRegister } from "./company-register";
import { openDadata } from "./dadata/open-dadata";

/** The outer register of companies that the settings name; null without one. */
export function openCompanyRegister({ dadataKey, dadataUrl }: ClubSettings): CompanyRegister | null {
  return dadataKey === null ? null : openDadata({ key: dadataKey, url: dadataUrl });
}
