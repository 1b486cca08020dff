import { certificateCode } from "./evidence";
import type { PrizeKind } from "./prize-kind";

/** A retailer's gift certificate. Its code goes to the participant's e-mail address, so the order names nothing else. */
export const certificate: PrizeKind = {
  title: "Сертификат",
  isCertificate: true,
  hasSizes: false,
  isDelivered: false,
  evidence: certificateCode,
};
