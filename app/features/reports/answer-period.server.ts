import { parseWithZod } from "@conform-to/zod";
import { setReportPeriod } from "../../../contract/report-previews";
import { replyInvalid, replyRefused } from "../../session/reply.server";
import type { Visit } from "../../session/visit.server";

/** Sends the period of which a file has all sales. @returns the form with the refusal, or null when it was accepted */
export async function answerPeriod(visit: Pick<Visit, "call">, id: string, formData: FormData) {
  const submission = parseWithZod(formData, { schema: setReportPeriod.input.omit({ id: true }) });
  if (submission.status !== "success") return replyInvalid(submission);
  const { gone_sales, ...days } = submission.value;
  // What was said of the sales of other days isn't said of these.
  const isAnswer = formData.get("answered_period") === `${days.period_from} ${days.period_to}`;
  if (isAnswer && gone_sales === undefined) return replyRefused(submission, NO_ANSWER, ["gone_sales"]);
  const answer = await visit.call(setReportPeriod, { id, ...days, ...(isAnswer && { gone_sales }) });
  return answer.ok ? null : replyRefused(submission, answer.refusal, ["period_from", "period_to", "gone_sales"]);
}

const NO_ANSWER = {
  status: 400,
  aliases: [],
  message: "",
  fields: { gone_sales: "Выберите, что сделать с продажами." },
};
