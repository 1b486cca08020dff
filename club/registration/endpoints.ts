import type { Endpoint } from "../http/endpoint";
import { acceptAgreementEndpoint } from "./accept-agreement";
import { findManagerEndpoint } from "./find-manager";
import { registerEndpoint } from "./register";
import { phoneCodeEndpoint } from "./send-phone-code";

export const endpoints: readonly Endpoint[] = [
  registerEndpoint,
  findManagerEndpoint,
  phoneCodeEndpoint,
  acceptAgreementEndpoint,
];
