import type { OperatorEndpoint } from "./call-context";
import { changePasswordEndpoint } from "./change-password";
import { confirmCodeEndpoint } from "./confirm-code";
import { enrolEndpoint, readEnrolmentEndpoint } from "./enrol";
import { logInEndpoint, logOutEndpoint, readOperatorEndpoint } from "./log-in";
import { setPasswordEndpoint } from "./set-password";

/** How operators log in and out. */
export const endpoints: readonly OperatorEndpoint[] = [
  logInEndpoint,
  setPasswordEndpoint,
  changePasswordEndpoint,
  readEnrolmentEndpoint,
  enrolEndpoint,
  confirmCodeEndpoint,
  readOperatorEndpoint,
  logOutEndpoint,
];
