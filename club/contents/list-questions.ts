import { faq } from "../../contract/content";
import { endpoint } from "../platform/http/endpoint";

/** Questions and answers in the operator's order. */
export const listQuestionsEndpoint = endpoint(faq, async (_input, { services: { db } }) => {
  const items = await db
    .selectFrom("questions")
    .select(["id", "question", "answer"])
    .orderBy("position")
    .orderBy("id")
    .execute();
  return { items };
});
