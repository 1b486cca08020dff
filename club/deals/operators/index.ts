import type { OperatorPart } from "../../acts/view";
import { dealCard } from "./deal-card";
import { approveReport, refuseReport } from "./decide-report";
import { downloadReport } from "./download-report";
import { deals } from "./list-deals";
import { reports } from "./list-reports";
import { recallDeal, recallReport } from "./recall-report";
import { reportCard } from "./report-card";

/** What operators do about sales reports and deals. */
export const dealsPart: OperatorPart = {
  acts: [approveReport, refuseReport, recallReport, recallDeal, downloadReport],
  lists: [reports, deals],
  cards: [reportCard, dealCard],
};
