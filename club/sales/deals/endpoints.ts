import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as answerClaim from "./claims/answer-claim";
import * as claimChoices from "./claims/claim-choices";
import * as listClaims from "./claims/list-claims";
import * as readClaim from "./claims/read-claim";
import * as submitClaim from "./claims/submit-claim";
import * as withdrawClaim from "./claims/withdraw-claim";
import * as downloadReport from "./download-report";
import * as exportMemberInns from "./export-member-inns";
import * as exportReportErrors from "./export-report-errors";
import * as importReport from "./import-report";
import * as listDeals from "./list-deals";
import * as listPoints from "./list-points";
import * as listReports from "./list-reports";
import * as reportDetails from "./report-details";
import * as reportPreviews from "./report-previews";
import * as summarise from "./summarise";

export const endpoints: readonly Endpoint[] = listEndpoints([
  answerClaim,
  claimChoices,
  downloadReport,
  exportMemberInns,
  exportReportErrors,
  importReport,
  listDeals,
  listClaims,
  listPoints,
  listReports,
  readClaim,
  reportDetails,
  reportPreviews,
  submitClaim,
  withdrawClaim,
  summarise,
]);
