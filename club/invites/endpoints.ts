import type { Endpoint } from "../http/endpoint";
import { createInviteEndpoint } from "./create-invite";
import { findInviteEndpoint, findReferralEndpoint } from "./find-invite";
import { importInvitesEndpoint } from "./import-invites";
import { exportInviteErrorsEndpoint, importStatusEndpoint, resendStatusEndpoint } from "./invite-tasks";
import { downloadInvitesEndpoint, listInvitesEndpoint } from "./list-invites";
import { resendAllInvitesEndpoint, resendInviteEndpoint } from "./resend-invites";

export const endpoints: readonly Endpoint[] = [
  listInvitesEndpoint,
  downloadInvitesEndpoint,
  exportInviteErrorsEndpoint,
  createInviteEndpoint,
  importInvitesEndpoint,
  resendInviteEndpoint,
  resendAllInvitesEndpoint,
  importStatusEndpoint,
  resendStatusEndpoint,
  findInviteEndpoint,
  findReferralEndpoint,
];
