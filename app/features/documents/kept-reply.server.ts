import type { SubmissionResult } from "@conform-to/react";
import { redirect } from "@remix-run/node";
import { readFlowState, setFlowState } from "../../session/flow-state.server";
import type { Session } from "../../session/session.server";

type Reply = SubmissionResult<string[]>;

const PATH = "/dashboard/documents";
/** Browsers keep a cookie of 4 KB; sealed, a text takes twice its length or so. */
const LONGEST_REPLY = 1_500;

/**
 * Redirects a form of documents that was refused back to its page, which shows the reply from a sealed cookie. The page itself
 * is stored nowhere, so that Back could not show the reply to a POST.
 */
export async function redirectWithReply(session: Session | null, reply: Reply): Promise<Response> {
  if (!session) return redirect("/", 303);
  const { userId } = session;
  const whole = JSON.stringify(reply);
  const kept =
    Buffer.byteLength(whole) <= LONGEST_REPLY ? whole : JSON.stringify({ ...reply, initialValue: undefined });
  return redirect(PATH, {
    status: 303,
    headers: { "Set-Cookie": await setFlowState("documents", { userId, reply: kept }) },
  });
}

/** The reply to the participant's form that was refused within the last ten minutes; null without one. */
export async function readKeptReply(request: Request, { userId }: Session): Promise<Reply | null> {
  const kept = await readFlowState(request, "documents");
  return kept?.userId === userId ? (JSON.parse(kept.reply) as Reply) : null;
}
