import type { RegistrationRole } from "../../../contract/values";

export interface ReferralLink {
  role: RegistrationRole;
  url: string;
}

/** The address of the picture; a PNG is large enough for a poster. */
export function referralQrPath(role: RegistrationRole, format: "svg" | "png"): string {
  return `/dashboard/invite/qr?role=${role}${format === "png" ? "&format=png" : ""}`;
}

/** The participant's link as a QR code. @param side in px */
export function ReferralQr({ role, alt, side }: { role: RegistrationRole; alt: string; side: number }) {
  return <img src={referralQrPath(role, "svg")} width={side} height={side} alt={alt} loading="lazy" />;
}
