import type { SubmissionResult } from "@conform-to/react";
import { redirect } from "@remix-run/node";
import { readFlowState, sealFlowState } from "../../session/flow-state.server";
import type { Session } from "../../session/session.server";

type Reply = SubmissionResult<string[]>;

const PATH = "/dashboard/documents";
/**
 * Redirects a form of documents that was refused back to its page, which shows the reply from a sealed cookie. The page itself
 * is stored nowhere, so that Back could not show the reply to a POST.
 */
export async function redirectWithReply(session: Session | null, reply: Reply): Promise<Response> {
  if (!session) return redirect("/", 303);
  const { userId } = session;
  const keep = (kept: Reply) => sealFlowState("documents", { userId, reply: JSON.stringify(kept) });
  const withoutValues = { ...reply, initialValue: undefined };
  const cookie = (await keep(reply)) ?? (await keep(withoutValues)) ?? (await keep(shortenMessages(withoutValues)));
  return redirect(PATH, { status: 303, headers: cookie ? { "Set-Cookie": cookie } : {} });
}

/** Fields of the form, each with a message of this length, fit into the cookie together. */
const LONGEST_MESSAGE = 100;

function shortenMessages({ error, ...reply }: Reply): Reply {
  const shortened = Object.entries(error ?? {}).map(([field, messages]) => [
    field,
    messages && [messages.join(" ").slice(0, LONGEST_MESSAGE)],
  ]);
  return { ...reply, error: Object.fromEntries(shortened) };
}

/** The reply to the participant's form that was refused within the last ten minutes; null without one. */
export async function readKeptReply(request: Request, { userId }: Session): Promise<Reply | null> {
  const kept = await readFlowState(request, "documents");
  return kept?.userId === userId ? (JSON.parse(kept.reply) as Reply) : null;
}
