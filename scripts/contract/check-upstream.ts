import { calls } from "../../contract";
import { login, profile, type User } from "../../contract/accounts";
import type { CallDescriptor } from "../../contract/call";
import type { Upstream } from "../../contract/request";
import { type Participant, participantOf } from "../../contract/values";
import { type Examples, type Probe, probes } from "./probes";
import { type Outcome, sendCall } from "./send-call";

/** One line of the report. */
export interface Finding {
  /** Method and path as the contract has them. */
  readonly call: string;
  readonly status: number | null;
  readonly verdict: "fits" | "doesn't fit" | "refused" | "no answer" | "skipped";
  /** The field, the aliases, or why it was skipped; never a value. */
  readonly detail: string;
}

export interface Check {
  readonly upstream: Upstream;
  readonly login: string;
  readonly password: string;
  /** Whether harmless writes are made too. */
  readonly write: boolean;
}

/**
 * Tries every call that the participant may make and that only reads, and says how each reply fits the contract. One
 * line for every call of the contract, those that weren't made included.
 */
export async function checkUpstream({ upstream, login: name, password, write }: Check): Promise<Finding[]> {
  const entrance = await sendCall(upstream, login, { login: name, password });
  const findings = [judge(login, entrance, false)];
  if (entrance.kind !== "answer") return findings;
  const { access_token: token } = entrance.result as { access_token: string };

  const examples: Examples = {};
  let participant: Participant | null = null;
  for (const probe of probes) {
    const reason = whySkip(probe, participant, write);
    const input = reason ? null : probe.input(examples);
    if (!input) {
      findings.push(skip(probe.descriptor, reason || "no example in the answers so far"));
      continue;
    }
    const outcome = await sendCall(upstream, probe.descriptor, input, token);
    findings.push(judge(probe.descriptor, outcome, probe.mayBeRefused));
    if (outcome.kind !== "answer") continue;
    probe.learn(outcome.result, examples);
    if (probe.descriptor === profile) participant = readParticipant(examples.user);
  }
  const tried = new Set<CallDescriptor>([login, ...probes.map(({ descriptor }) => descriptor)]);
  return [...findings, ...calls.filter((call) => !tried.has(call)).map((call) => skip(call, "writes"))];
}

/** Whether something was found that the portal couldn't live with. */
export function hasFault(findings: readonly Finding[]): boolean {
  return findings.some(({ verdict }) => verdict !== "fits" && verdict !== "skipped");
}

/** Without a profile the role is unknown: then only the calls that need none are made. */
function whySkip({ descriptor, kind }: Probe, participant: Participant | null, write: boolean): string {
  if (kind === "harmless" && !write) return "writes (made with --write)";
  const { audience } = descriptor;
  if (audience === "client" || descriptor === profile) return "";
  if (!participant) return "the role is unknown";
  return audience.includes(participant) ? "" : `not for a ${participant}`;
}

function readParticipant(user: User | undefined): Participant | null {
  return user ? participantOf(user.promo_group.system_name, user.is_system) : null;
}

function judge(descriptor: CallDescriptor, outcome: Outcome, mayBeRefused: boolean): Finding {
  const line = { call: nameOf(descriptor), status: outcome.status };
  if (outcome.kind === "answer") return { ...line, verdict: "fits", detail: "" };
  if (outcome.kind === "contract-mismatch") return { ...line, verdict: "doesn't fit", detail: outcome.field };
  if (outcome.kind === "outage") return { ...line, verdict: "no answer", detail: outcome.fault };
  // An alias is a code; whatever else stands in its place could be a value.
  const aliases = outcome.aliases.filter((name) => /^[a-z][\w.]{0,99}$/i.test(name)).join(", ");
  const isExpected = mayBeRefused && outcome.status !== 401 && outcome.status !== 403;
  return { ...line, verdict: isExpected ? "fits" : "refused", detail: aliases };
}

function skip(descriptor: CallDescriptor, reason: string): Finding {
  return { call: nameOf(descriptor), status: null, verdict: "skipped", detail: reason };
}

function nameOf({ method, path }: CallDescriptor): string {
  return `${method} ${path}`;
}
