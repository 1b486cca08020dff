import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as acceptAgreement from "./accept-agreement";
import * as findManager from "./find-manager";
import { createRegisterEndpoint, type RedeemRegistrationCode } from "./register";
import * as sendPhoneCode from "./send-phone-code";

/** @param redeemCode what promotions do with the promo code of a registration */
export const createEndpoints = (redeemCode: RedeemRegistrationCode): readonly Endpoint[] => [
  ...listEndpoints([acceptAgreement, findManager, sendPhoneCode]),
  createRegisterEndpoint(redeemCode),
];
