import type { Endpoint } from "../http/endpoint";
import { findUsersByInnEndpoint } from "./find-users";
import { exportReportRowsEndpoint, listReportMonthsEndpoint } from "./report-rows";

export const endpoints: readonly Endpoint[] = [
  findUsersByInnEndpoint,
  listReportMonthsEndpoint,
  exportReportRowsEndpoint,
];
