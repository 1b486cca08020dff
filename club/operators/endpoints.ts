import type { OperatorEndpoint } from "./call-context";
import { changePasswordEndpoint } from "./change-password";
import { confirmCodeEndpoint } from "./confirm-code";
import { enrolEndpoint, readEnrolmentEndpoint } from "./enrol";
import { logInEndpoint, logOutEndpoint, readOperatorEndpoint } from "./log-in";
import { beginProviderLogInEndpoint, finishProviderLogInEndpoint, readLogInWaysEndpoint } from "./provider-log-in";
import { setPasswordEndpoint } from "./set-password";

/** How operators log in and out. */
export const endpoints: readonly OperatorEndpoint[] = [
  readLogInWaysEndpoint,
  logInEndpoint,
  beginProviderLogInEndpoint,
  finishProviderLogInEndpoint,
  setPasswordEndpoint,
  changePasswordEndpoint,
  readEnrolmentEndpoint,
  enrolEndpoint,
  confirmCodeEndpoint,
  readOperatorEndpoint,
  logOutEndpoint,
];
