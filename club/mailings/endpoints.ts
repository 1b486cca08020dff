import { type Endpoint, listEndpoints } from "../http/endpoint";
import * as unsubscribe from "./unsubscribe";

export const endpoints: readonly Endpoint[] = listEndpoints([unsubscribe]);
