import type { Endpoint } from "../http/endpoint";
import { readMenuEndpoint } from "./links";
import { listQuestionsEndpoint } from "./list-questions";
import { listFileLinksEndpoint, listRulesEndpoint } from "./rules-documents";
import { sendFeedbackEndpoint } from "./send-feedback";

export const endpoints: readonly Endpoint[] = [
  readMenuEndpoint,
  listRulesEndpoint,
  listQuestionsEndpoint,
  listFileLinksEndpoint,
  sendFeedbackEndpoint,
];
