import type { LoaderFunctionArgs } from "@remix-run/node";
import { importStatus, resendStatus } from "../../contract/invites";
import { MISSING_TASK, viewTask } from "../features/invites/view-invites.server";
import { explainMissing } from "../session/explain-missing.server";
import { runLookup } from "../session/run-lookup.server";
import { requireSession } from "../session/visit.server";

/** The progress of a task, polled by its page. An outage is reported in the reply, so that the page stays. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireSession(args, "/dashboard/invite");
  const id = args.params.id ?? "";
  const descriptor = args.params.kind === "resend" ? resendStatus : importStatus;
  const answer = await runLookup(visit, descriptor, { id });
  if (!answer.ok) {
    const { missing } = explainMissing(answer.refusal, MISSING_TASK);
    return Response.json({ state: null, trouble: missing.text });
  }
  return Response.json({ state: viewTask(answer.result, id), trouble: null });
}
