import { parseWithZod } from "@conform-to/zod";
import { type CorrectionAnswer, correctionAnswers } from "../../../contract/columns";
import { answerReportCorrections, CORRECTIONS_SHOWN } from "../../../contract/report-previews";
import { replyInvalid, replyRefused } from "../../session/reply.server";
import type { Visit } from "../../session/visit.server";

/** Sends what a form says of corrected rows. @returns the form with the refusal, or null when it was accepted */
export async function answerCorrections(visit: Pick<Visit, "call">, id: string, formData: FormData) {
  const submission = parseWithZod(formData, {
    schema: answerReportCorrections.input.pick({ corrected_rows: true, shown: true }),
  });
  if (submission.status !== "success") return replyInvalid(submission);
  const answer = await visit.call(answerReportCorrections, { id, ...submission.value, rows: readRows(formData) });
  return answer.ok ? null : replyRefused(submission, answer.refusal, ["corrected_rows"]);
}

/** The answers for single rows, from fields such as `row_12`. */
function readRows(formData: FormData): { row: number; answer: CorrectionAnswer }[] {
  return [...formData]
    .flatMap(([name, value]) => {
      const [, row] = /^row_([1-9]\d{0,8})$/.exec(name) ?? [];
      const answer = correctionAnswers.find((one) => one === value);
      return row && answer ? [{ row: Number(row), answer }] : [];
    })
    .slice(0, CORRECTIONS_SHOWN);
}
