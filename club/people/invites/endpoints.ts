import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as createInvite from "./create-invite";
import * as findInvite from "./find-invite";
import * as importInvites from "./import-invites";
import * as inviteTasks from "./invite-tasks";
import * as listInvites from "./list-invites";
import * as resendInvites from "./resend-invites";
import * as summariseInvites from "./summarise-invites";

export const endpoints: readonly Endpoint[] = listEndpoints([
  createInvite,
  findInvite,
  importInvites,
  inviteTasks,
  listInvites,
  resendInvites,
  summariseInvites,
]);
