import type { OperatorPart } from "../../../platform/acts/view";
import { claimCard } from "./claim-card";
import { dealCard } from "./deal-card";
import { acceptClaimAct, lookAtClaim, refuseClaimAct } from "./decide-claim";
import { approveReport, refuseReport } from "./decide-report";
import { downloadReport } from "./download-report";
import { saleClaims } from "./list-claims";
import { deals } from "./list-deals";
import { reports } from "./list-reports";
import { recallDeal, recallReport } from "./recall-report";
import { reportCard } from "./report-card";

/** What operators do about sales reports, deals and claims of missing sales. */
export const dealsPart: OperatorPart = {
  acts: [
    approveReport,
    refuseReport,
    recallReport,
    recallDeal,
    downloadReport,
    lookAtClaim,
    acceptClaimAct,
    refuseClaimAct,
  ],
  lists: [reports, deals, saleClaims],
  cards: [reportCard, dealCard, claimCard],
};
