import { dataMovesJob } from "./data-moves";
import { carryOutUnansweredJob, clearOperatorSessionsJob } from "./operators/jobs";
import { retentionJob } from "./operators/people/jobs";
import { clearExpiredJob } from "./people/accounts/jobs";
import { restoreLinkJob } from "./people/accounts/restore-link-job";
import { importInvitesJob, resendInvitesJob, resumeInviteTasksJob } from "./people/invites/jobs";
import { clearActRequestsJob } from "./platform/acts/jobs";
import { clearDeliveredJob, deliveryJobs } from "./platform/outbox/jobs";
import type { JobDefinition } from "./platform/services";
import { creditWaitingJob, expirePointsJob, verifyLedgerJob } from "./points/jobs";
import { clearReportPreviewsJob, processReportJob, resumeReportsJob } from "./sales/deals/jobs";

/** Every background job of the club. */
export const jobDefinitions: readonly JobDefinition<never>[] = [
  clearExpiredJob,
  restoreLinkJob,
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
  creditWaitingJob,
  clearActRequestsJob,
  clearOperatorSessionsJob,
  carryOutUnansweredJob,
  dataMovesJob,
];
