import type { OperatorEndpoint } from "./call-context";
import { confirmCodeEndpoint } from "./confirm-code";
import { enrolEndpoint, readEnrolmentEndpoint } from "./enrol";
import { logInEndpoint, logOutEndpoint, readOperatorEndpoint } from "./log-in";
import { setPasswordEndpoint } from "./set-password";

/** How operators log in and out. */
export const endpoints: readonly OperatorEndpoint[] = [
  logInEndpoint,
  setPasswordEndpoint,
  readEnrolmentEndpoint,
  enrolEndpoint,
  confirmCodeEndpoint,
  readOperatorEndpoint,
  logOutEndpoint,
];
