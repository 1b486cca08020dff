import { clearExpired } from "./accounts/jobs";
import { countReportJob, resumeReportsJob } from "./deals/jobs";
import { importInvitesJob, resendInvitesJob, resumeInviteTasksJob } from "./invites/jobs";
import { clearDelivered, deliveryJobs } from "./outbox/jobs";
import type { JobDefinition } from "./services";

/** Every kind of background work of the club. */
export const jobDefinitions: readonly JobDefinition<never>[] = [
  clearExpired,
  deliveryJobs.sms,
  deliveryJobs.email,
  clearDelivered,
  countReportJob,
  resumeReportsJob,
  importInvitesJob,
  resendInvitesJob,
  resumeInviteTasksJob,
];
