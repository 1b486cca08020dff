import { calls } from "../../contract";
import { login, profile, type User } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import type { Upstream } from "../../contract/request";
import { type Participant, participantOf } from "../../contract/values";
import { type Examples, type Probe, probes } from "./probes";
import { type Outcome, sendCall } from "./send-call";

/** The result for one call: one line of the report. */
export interface CallCheck {
  /** Method and path, as in the contract. */
  readonly call: string;
  readonly status: number | null;
  readonly verdict: "fits" | "doesn't fit" | "refused" | "no answer" | "skipped";
  /** The field, the error aliases or the reason for skipping; never a value. */
  readonly detail: string;
}

export interface CheckOptions {
  readonly upstream: Upstream;
  readonly login: string;
  readonly password: string;
  /** Whether harmless calls that write are made too. */
  readonly write: boolean;
}

/**
 * Makes every call that only reads and that the participant may make, and compares each reply with the contract. The result
 * has one entry for every call of the contract, including those that were skipped.
 */
export async function checkUpstream({ upstream, login: name, password, write }: CheckOptions): Promise<CallCheck[]> {
  const loginOutcome = await sendCall(upstream, login, { login: name, password });
  const checks = [toCheck(login, loginOutcome, false)];
  if (loginOutcome.kind !== "answer") return checks;
  const { access_token: token } = loginOutcome.result as { access_token: string };

  const examples: Examples = {};
  let participant: Participant | null = null;
  for (const probe of probes) {
    const reason = findSkipReason(probe, participant, write);
    const input = reason ? null : probe.input(examples);
    if (!input) {
      checks.push(skipped(probe.descriptor, reason || "no example in the replies so far"));
      continue;
    }
    const outcome = await sendCall(upstream, probe.descriptor, input, token);
    checks.push(toCheck(probe.descriptor, outcome, probe.mayBeRefused));
    if (outcome.kind !== "answer") continue;
    probe.learn(outcome.result, examples);
    if (probe.descriptor === profile) participant = readParticipant(examples.user);
  }
  const tried = new Set<CallDescriptor>([login, ...probes.map(({ descriptor }) => descriptor)]);
  return [...checks, ...calls.filter((call) => !tried.has(call)).map((call) => skipped(call, "writes"))];
}

/** Whether the portal would fail with a reply of this upstream. */
export function hasFailure(checks: readonly CallCheck[]): boolean {
  return checks.some(({ verdict }) => verdict !== "fits" && verdict !== "skipped");
}

/** Why a call isn't made; empty if it is. Without a profile only the calls that need no role are made. */
function findSkipReason({ descriptor, kind }: Probe, participant: Participant | null, write: boolean): string {
  if (kind === "harmless" && !write) return "writes (made with --write)";
  const { audience } = descriptor;
  if (audience === "client" || descriptor === profile) return "";
  if (!participant) return "the role is unknown";
  return audience.includes(participant) ? "" : `not for a ${participant}`;
}

function readParticipant(user: User | undefined): Participant | null {
  return user ? participantOf(user.promo_group.system_name, user.is_system) : null;
}

function toCheck(descriptor: CallDescriptor, outcome: Outcome, mayBeRefused: boolean): CallCheck {
  const line = { call: nameOf(descriptor), status: outcome.status };
  if (outcome.kind === "answer") {
    const [place] = outcome.leftOut;
    return place ? { ...line, verdict: "doesn't fit", detail: place } : { ...line, verdict: "fits", detail: "" };
  }
  if (outcome.kind === "contract-mismatch") return { ...line, verdict: "doesn't fit", detail: outcome.field };
  if (outcome.kind === "outage") return { ...line, verdict: "no answer", detail: outcome.fault };
  // An upstream may put a value where an alias should be: only codes are printed.
  const aliases = outcome.aliases.filter((name) => /^[a-z][\w.]{0,99}$/i.test(name)).join(", ");
  const isExpected = mayBeRefused && outcome.status !== 401 && outcome.status !== 403;
  return { ...line, verdict: isExpected ? "fits" : "refused", detail: aliases };
}

function skipped(descriptor: CallDescriptor, reason: string): CallCheck {
  return { call: nameOf(descriptor), status: null, verdict: "skipped", detail: reason };
}

function nameOf({ method, path }: CallDescriptor): string {
  return `${method} ${path}`;
}
