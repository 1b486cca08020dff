import { type Endpoint, listEndpoints } from "../http/endpoint";
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
  downloadReport,
  exportMemberInns,
  exportReportErrors,
  importReport,
  listDeals,
  listPoints,
  listReports,
  reportDetails,
  reportPreviews,
  summarise,
]);
