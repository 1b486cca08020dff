import type { Endpoint } from "../http/endpoint";
import { logInByRedirectEndpoint, logInEndpoint } from "./log-in";
import { logOutEndpoint } from "./log-out";
import { restorePasswordEndpoint, sendRestoreLinkEndpoint } from "./restore-password";

export const endpoints: readonly Endpoint[] = [
  logInEndpoint,
  logInByRedirectEndpoint,
  logOutEndpoint,
  sendRestoreLinkEndpoint,
  restorePasswordEndpoint,
];
