import { clearExpiredJob } from "./accounts/jobs";
import { clearActRequestsJob } from "./acts/jobs";
import { clearReportPreviewsJob, processReportJob, resumeReportsJob } from "./deals/jobs";
import { importInvitesJob, resendInvitesJob, resumeInviteTasksJob } from "./invites/jobs";
import { expirePointsJob, verifyLedgerJob } from "./ledger/jobs";
import { clearOperatorSessionsJob } from "./operators/jobs";
import { clearDeliveredJob, deliveryJobs } from "./outbox/jobs";
import { retentionJob } from "./privacy/jobs";
import type { JobDefinition } from "./services";

/** Every background job of the club. */
export const jobDefinitions: readonly JobDefinition<never>[] = [
  clearExpiredJob,
  deliveryJobs.sms,
  deliveryJobs.email,
  clearDeliveredJob,
  processReportJob,
  resumeReportsJob,
  clearReportPreviewsJob,
  importInvitesJob,
  resendInvitesJob,
  resumeInviteTasksJob,
  retentionJob,
  verifyLedgerJob,
  expirePointsJob,
  clearActRequestsJob,
  clearOperatorSessionsJob,
];
