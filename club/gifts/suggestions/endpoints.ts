import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as suggestAddresses from "./suggest-addresses";
import * as suggestDelivery from "./suggest-delivery";

export const endpoints: readonly Endpoint[] = listEndpoints([suggestAddresses, suggestDelivery]);
