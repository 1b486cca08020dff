import { calls, extensionCalls } from "../../contract";
import type { Upstream } from "../../contract/request";
import { KEYS_NOT_ASKED } from "./check-keys";
import type { CheckOptions } from "./check-options";
import { checkGuest, checkParticipant } from "./check-session";
import { describeWrites } from "./describe-writes";
import { nameOf } from "./name-of";
import { type Examples, reads } from "./reads";
import type { CallCheck, Problem, Report } from "./report";
import { sendCall } from "./send-call";

/**
 * Makes every call that only reads, as a guest and as each account, and compares each reply with the contract. Calls that
 * write are only described, unless `write` allows the harmless ones.
 * @param progress hears who is being checked
 */
export async function checkUpstream(options: CheckOptions, progress: (as: string) => void): Promise<Report> {
  const problems: Problem[] = [];
  const checks: CallCheck[] = [];
  let keys = KEYS_NOT_ASKED;
  const problem = await findProblem(options.upstream);
  if (problem) return compose(options, { problems: [problem], checks, keys });
  const examples: Examples = {};
  for (const account of options.accounts) {
    progress(account.as);
    // One order is enough to learn about keys.
    const order = keys === KEYS_NOT_ASKED ? options.order : null;
    const session = await checkParticipant({ ...options, order }, account, examples);
    checks.push(...session.checks);
    if (session.problem) problems.push({ as: account.as, message: session.problem });
    if (session.keys) keys = session.keys;
    Object.assign(examples, session.examples);
  }
  progress("guest");
  checks.push(...(await checkGuest(options, examples)));
  return compose(options, { problems, checks, keys });
}

function compose({ upstream, accounts }: CheckOptions, found: Pick<Report, "problems" | "checks" | "keys">): Report {
  const breaks = found.checks.some(({ effect }) => effect === "breaks");
  return {
    format: 1,
    upstream: upstream.origin,
    result: breaks ? "breaks" : found.problems.length > 0 ? "not-checked" : "fits",
    callers: ["guest", ...accounts.map(({ as }) => as)],
    ...found,
    writes: describeWrites(listWrites()),
  };
}

function listWrites() {
  return [...calls, ...extensionCalls].filter((call) => !reads.some(({ descriptor }) => descriptor === call));
}

/** Whether the upstream answers at all, and takes the client credential. */
async function findProblem(upstream: Upstream): Promise<Problem | null> {
  const open = reads.find(({ descriptor }) => descriptor.audience === "client");
  if (!open) return null;
  const reply = await sendCall({ upstream }, open.descriptor, {});
  const name = nameOf(open.descriptor);
  if (reply.kind === "outage" && reply.isUnreachable) {
    return { as: null, message: `The upstream can't be reached: ${reply.fault} (${name}). Check the address.` };
  }
  if (reply.kind === "refusal" && [401, 403].includes(reply.status)) {
    const message = `The client credential is refused: status ${reply.status} (${name}). Check client id and secret.`;
    return { as: null, message };
  }
  return null;
}
