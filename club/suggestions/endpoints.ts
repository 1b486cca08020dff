import type { Endpoint } from "../http/endpoint";
import { suggestAddressesEndpoint } from "./suggest-addresses";
import { suggestDeliveryEndpoint } from "./suggest-delivery";

export const endpoints: readonly Endpoint[] = [suggestDeliveryEndpoint, suggestAddressesEndpoint];
