import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as readOrder from "./read-order";
import * as showOrderCode from "./show-order-code";

export const endpoints: readonly Endpoint[] = listEndpoints([readOrder, showOrderCode]);
