import { defineJob } from "../../platform/jobs/define-job";
import type { Services } from "../../platform/services";
import { removeExpiredData } from "./retention";

/** Removes what has been kept long enough, at night. */
export const retentionJob = defineJob({
  queue: "privacy-retention",
  schedule: "47 3 * * *",
  expireInSeconds: 60 * 60,
  handle: (_data: object, services: Services, stopping?: AbortSignal) => removeExpiredData(services, stopping),
});
