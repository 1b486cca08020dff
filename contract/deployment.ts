/**
 * Tells whether real people use the club: PUBLIC_ORIGIN is https. Portal and club then refuse demo data and default secrets.
 * An address that can't be read counts as none; the portal's configuration refuses it.
 */
export function isRealDeployment(publicOrigin: string | null | undefined): boolean {
  return !!publicOrigin && URL.canParse(publicOrigin) && new URL(publicOrigin).protocol === "https:";
}
