import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { z } from "zod";
import { addDocuments } from "../../../contract/accounts";
import { IMAGES_TOO_LARGE_MESSAGE } from "../../../contract/values";
import { clearFlowState } from "../../session/flow-state.server";
import { readUploadForm } from "../../session/read-upload.server";
import { redirectWithNotice, replyInvalid, replyRefused } from "../../session/reply.server";
import { requireSession } from "../../session/visit.server";

type Scans = { passport_main: File; passport_registration: File };
type DocumentsSchema = z.ZodType<z.output<typeof addDocuments.input> & Scans, z.ZodTypeDef, unknown>;

/** Bytes of the largest form: two scans of the largest size and some room. A larger one isn't read into memory. */
const LARGEST_FORM = 48 * 1024 * 1024;

/** Submits the documents (§8.5), from the page's form or an upload by script. Returns a redirect, or the errors of the form. */
export async function submitDocuments(
  args: ActionFunctionArgs,
  schema: DocumentsSchema,
  fieldNames: readonly string[],
) {
  const visit = await requireSession(args, "/dashboard/gifts");
  const form = await readUploadForm(args.request, LARGEST_FORM);
  if (!form) {
    const result: SubmissionResult<string[]> = { status: "error", error: { "": [IMAGES_TOO_LARGE_MESSAGE] } };
    return data(result, { status: 413 });
  }
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return replyInvalid(submission);
  const { passport_main, passport_registration, ...answers } = submission.value;
  const answer = await visit.call(addDocuments, answers, { files: { passport_main, passport_registration } });
  if (!answer.ok) {
    const { refusal } = answer;
    // §5.16: this message, whatever the upstream's message is.
    const shown = refusal.status === 413 ? { ...refusal, message: IMAGES_TOO_LARGE_MESSAGE } : refusal;
    return replyRefused(submission, shown, fieldNames);
  }
  const notice = {
    kind: "success",
    title: "Документы переданы",
    text: "Мы проверим их и покажем решение на этой странице.",
  } as const;
  return redirectWithNotice("/dashboard/documents", notice, [clearFlowState("documents")]);
}
