import { type Endpoint, listEndpoints } from "../platform/http/endpoint";
import * as readOwnStatement from "./read-own-statement";

export const endpoints: readonly Endpoint[] = listEndpoints([readOwnStatement]);
