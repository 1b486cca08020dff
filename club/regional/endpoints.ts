import * as calls from "../../contract/regional";
import { type Endpoint, endpoint } from "../http/endpoint";
import { findUsersByInn } from "./find-users";
import { exportReportRows, listReportMonths } from "./report-rows";

export const endpoints: readonly Endpoint[] = [
  endpoint(calls.findUsersByInn, ({ inn }, { services, actor }) => findUsersByInn(services.db, actor, inn)),
  endpoint(calls.listReportMonths, ({ id }, { services, actor }) => listReportMonths(services.db, actor, id)),
  endpoint(calls.exportReportRows, ({ user_id, month }, { services, actor }) =>
    exportReportRows(services.db, actor, user_id, month),
  ),
];
