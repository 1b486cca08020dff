import type { OperatorEndpoint } from "./call-context";
import { changePasswordEndpoint } from "./change-password";
import { confirmCodeEndpoint } from "./confirm-code";
import { enrolEndpoint, readEnrolmentEndpoint } from "./enrol";
import { logInEndpoint, logOutEndpoint, readOperatorEndpoint } from "./log-in";
import { beginPasskeyLogInEndpoint, finishPasskeyLogInEndpoint } from "./passkey-log-in";
import { addPasskeyEndpoint, beginPasskeyEndpoint, readPasskeysEndpoint, removePasskeyEndpoint } from "./passkeys";
import { beginProviderLogInEndpoint, finishProviderLogInEndpoint, readLogInWaysEndpoint } from "./provider-log-in";
import { setPasswordEndpoint } from "./set-password";

/** How operators log in and out. */
export const endpoints: readonly OperatorEndpoint[] = [
  readLogInWaysEndpoint,
  logInEndpoint,
  beginProviderLogInEndpoint,
  finishProviderLogInEndpoint,
  beginPasskeyLogInEndpoint,
  finishPasskeyLogInEndpoint,
  readPasskeysEndpoint,
  beginPasskeyEndpoint,
  addPasskeyEndpoint,
  removePasskeyEndpoint,
  setPasswordEndpoint,
  changePasswordEndpoint,
  readEnrolmentEndpoint,
  enrolEndpoint,
  confirmCodeEndpoint,
  readOperatorEndpoint,
  logOutEndpoint,
];
