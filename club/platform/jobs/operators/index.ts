import type { OperatorPart } from "../../acts/view";
import { jobCard, jobs } from "./list-jobs";
import { cancelJob, retryJob } from "./retry-job";

/** What operators do about background jobs. */
export const jobsPart: OperatorPart = { acts: [retryJob, cancelJob], lists: [jobs], cards: [jobCard] };
