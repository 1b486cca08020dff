import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as findUsers from "./find-users";
import * as reportRows from "./report-rows";

export const endpoints: readonly Endpoint[] = listEndpoints([findUsers, reportRows]);
