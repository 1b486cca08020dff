import type { Endpoint } from "../http/endpoint";
import { unsubscribeEndpoint } from "./unsubscribe";

export const endpoints: readonly Endpoint[] = [unsubscribeEndpoint];
