import type { Endpoint } from "../http/endpoint";
import { downloadReportEndpoint } from "./download-report";
import { exportMemberInnsEndpoint } from "./export-member-inns";
import { importReportEndpoint } from "./import-report";
import { exportDealsEndpoint, listDealsEndpoint } from "./list-deals";
import { listPointsEndpoint } from "./list-points";
import { listReportsEndpoint } from "./list-reports";
import { reportDetailsEndpoint } from "./report-details";

export const endpoints: readonly Endpoint[] = [
  importReportEndpoint,
  listReportsEndpoint,
  reportDetailsEndpoint,
  downloadReportEndpoint,
  exportMemberInnsEndpoint,
  listPointsEndpoint,
  listDealsEndpoint,
  exportDealsEndpoint,
];
