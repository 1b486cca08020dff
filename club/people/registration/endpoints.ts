import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as acceptAgreement from "./accept-agreement";
import * as findManager from "./find-manager";
import * as register from "./register";
import * as sendPhoneCode from "./send-phone-code";

export const endpoints: readonly Endpoint[] = listEndpoints([acceptAgreement, findManager, register, sendPhoneCode]);
