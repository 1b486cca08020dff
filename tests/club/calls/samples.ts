import { accountSamples } from "./account-samples";
import { claimSamples } from "./claim-samples";
import { companySamples } from "./company-samples";
import { contentSamples } from "./content-samples";
import { giftSamples } from "./gift-samples";
import { invitationSamples } from "./invitation-samples";
import { pointSamples } from "./point-samples";
import { previewSamples } from "./preview-samples";
import { promotionSamples } from "./promotion-samples";
import { registrationSamples } from "./registration-samples";
import { reportSamples } from "./report-samples";
import type { CallSamples } from "./sample";
import { sessionSamples } from "./session-samples";

/** How every call of the club is made. What only reads goes before what writes, so that it meets the scene as it is. */
export const samples: readonly CallSamples[] = sortReadsFirst([
  ...companySamples,
  ...contentSamples,
  ...accountSamples,
  ...giftSamples,
  ...pointSamples,
  ...invitationSamples,
  ...reportSamples,
  ...previewSamples,
  ...claimSamples,
  ...promotionSamples,
  ...registrationSamples,
  ...sessionSamples,
]);

function sortReadsFirst(all: readonly CallSamples[]): CallSamples[] {
  const isRead = ({ call }: CallSamples) => call.method === "GET";
  return [...all.filter(isRead), ...all.filter((one) => !isRead(one))];
}
