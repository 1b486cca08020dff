import * as calls from "../../contract/regional";
import { type Endpoint, endpoint } from "../http/endpoint";
import { findUsersByInn } from "./find-users";
import { exportReportRows, listReportMonths } from "./report-rows";

export const endpoints: readonly Endpoint[] = [
  endpoint(calls.findUsersByInn, ({ inn }, { services }) => findUsersByInn(services.db, inn)),
  endpoint(calls.listReportMonths, ({ id }, { services }) => listReportMonths(services.db, id)),
  endpoint(calls.exportReportRows, ({ user_id, month }, { services }) => exportReportRows(services.db, user_id, month)),
];
