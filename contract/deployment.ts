/**
 * Tells whether real people use the club: PUBLIC_ORIGIN is https. Portal and club then refuse demo data and default secrets.
 * An address that can't be read counts as none; the portal's configuration refuses it.
 */
export function isRealDeployment(publicOrigin: string | null | undefined): boolean {
  return !!publicOrigin && URL.canParse(publicOrigin) && new URL(publicOrigin).protocol === "https:";
}

/** Tells whether an address of mail or the web lies in a domain for examples (RFC 2606), where nobody is reached. */
export function isPlaceholderAddress(address: string): boolean {
  return /[@/.]example\.(com|org|net)\b/i.test(address);
}
