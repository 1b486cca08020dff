import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as unsubscribe from "./unsubscribe";

export const endpoints: readonly Endpoint[] = listEndpoints([unsubscribe]);
