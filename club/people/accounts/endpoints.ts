import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as changePassword from "./change-password";
import * as logIn from "./log-in";
import * as logOut from "./log-out";
import * as restorePassword from "./restore-password";
import * as sessions from "./sessions";

export const endpoints: readonly Endpoint[] = listEndpoints([changePassword, logIn, logOut, restorePassword, sessions]);
