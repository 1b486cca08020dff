import * as calls from "../../contract/content";
import { type Endpoint, endpoint } from "../http/endpoint";
import { readLinks } from "./links";
import { listFileLinks, listRules } from "./rules-documents";
import { sendFeedback } from "./send-feedback";

export const endpoints: readonly Endpoint[] = [
  endpoint(calls.menu, async (_, { services }) => ({ data: await readLinks(services.db) })),
  endpoint(calls.rules, async (_, { services }) => ({ items: await listRules(services.db) })),
  endpoint(calls.faq, async (_, { services }) => ({
    items: await services.db
      .selectFrom("questions")
      .select(["id", "question", "answer"])
      .orderBy("position")
      .orderBy("id")
      .execute(),
  })),
  endpoint(calls.fileLinksByRole, (_, { services }) => listFileLinks(services.db)),
  endpoint(calls.sendFeedback, sendFeedback),
];
