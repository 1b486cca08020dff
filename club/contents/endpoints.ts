import { type Endpoint, listEndpoints } from "../platform/http/endpoint";
import * as links from "./links";
import * as listQuestions from "./list-questions";
import * as rulesDocuments from "./rules-documents";
import * as sendFeedback from "./send-feedback";

export const endpoints: readonly Endpoint[] = listEndpoints([links, listQuestions, rulesDocuments, sendFeedback]);
