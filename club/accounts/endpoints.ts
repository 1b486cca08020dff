import { type Endpoint, listEndpoints } from "../http/endpoint";
import * as logIn from "./log-in";
import * as logOut from "./log-out";
import * as restorePassword from "./restore-password";

export const endpoints: readonly Endpoint[] = listEndpoints([logIn, logOut, restorePassword]);
