import { createHash } from "node:crypto";
import { z } from "zod";
import { tryOut } from "../db/try-out";
import { forbiddenError } from "../http/refusal-error";
import type { Services, Trx } from "../services";
import type { Act, ActContext, ActOutcome } from "./act";
import { writeAuditRow } from "./audit-log";
import { formatPoints } from "./format";
import { actorName, mayDo, type Operator } from "./operator";

/** Values as a form or the command line has them. */
export type RawInput = Readonly<Record<string, unknown>>;

interface Circumstances {
  /** Who said the second yes. */
  readonly approvedBy?: string;
  /** The id by which the log knows the request. */
  readonly requestId?: string;
}

/**
 * Reads what was typed.
 * @throws ZodError whose paths are the fields
 */
export function parseActInput(act: Act, raw: RawInput): Record<string, unknown> {
  const shape = Object.fromEntries(Object.entries(act.fields).map(([name, field]) => [name, field.schema]));
  return z.object(shape).parse(raw);
}

/** @throws RefusalError forbidden */
export function requireMay(operator: Operator, act: Act): void {
  if (!mayDo(operator, act.roles)) throw forbiddenError();
}

/**
 * What the act would change. It is done and rolled back, so a preview can't differ from the act itself; secrets and files are
 * handed out by the act only, whose row of the audit log tells who has read them.
 * @throws ZodError, RefusalError
 */
export async function previewAct(services: Services, operator: Operator, act: Act, raw: RawInput): Promise<ActOutcome> {
  requireMay(operator, act);
  const input = parseActInput(act, raw);
  return withoutSecrets(await tryOut(services.db, (trx) => runWithin(trx, services, operator, act, input)));
}

/**
 * Does the act and writes its row of the audit log, in the given transaction.
 * @throws ZodError, RefusalError
 */
export async function carryOut(
  trx: Trx,
  services: Services,
  operator: Operator,
  act: Act,
  raw: RawInput,
  circumstances: Circumstances = {},
): Promise<ActOutcome> {
  requireMay(operator, act);
  const input = parseActInput(act, raw);
  const outcome = await runWithin(trx, services, operator, act, input, circumstances);
  await recordAct(trx, services, { operator, act, input, outcome, ...circumstances });
  return outcome;
}

/** What an outcome shows before the act has been done and recorded: neither secrets nor the file. */
export function withoutSecrets({ secrets: _secrets, file: _file, ...outcome }: ActOutcome): ActOutcome {
  return outcome;
}

/**
 * Names what the operator reads of an outcome, by 32 hex digits of its SHA-256. It comes back with the operator's yes and tells
 * whether the act would still change what was read.
 */
export function digestOutcome({ lines, table, points = 0 }: ActOutcome): string {
  return createHash("sha256").update(JSON.stringify({ lines, table, points })).digest("hex").slice(0, 32);
}

/** Runs the act, and adds to its outcome why a second operator has to agree who hasn't. */
async function runWithin(
  trx: Trx,
  outer: Services,
  operator: Operator,
  act: Act,
  input: Record<string, unknown>,
  { approvedBy }: Circumstances = {},
): Promise<ActOutcome> {
  const services = servicesWithin(trx, outer);
  const asked: string[] = [];
  const context: ActContext = {
    operator,
    trx,
    services,
    authority: {
      kind: "operator",
      name: actorName(operator),
      act: act.name,
      services,
      mayCredit: act.gives === "points",
      isAgreed: approvedBy !== undefined,
      requireSecondOperator: (reason) => asked.push(reason),
    },
  };
  const { whySecondOperator: own = [], ...outcome } = await act.run(context, input);
  if (approvedBy !== undefined) return outcome;
  const reasons = [...findReasons(services, operator, act, outcome), ...own, ...asked];
  return reasons.length === 0 ? outcome : { ...outcome, whySecondOperator: reasons };
}

/** Why the kind of the act, or the number of its points, needs a second operator. */
function findReasons({ settings }: Services, operator: Operator, act: Act, { points = 0 }: ActOutcome): string[] {
  const limit = settings.secondOperatorPoints;
  return [
    ...(points > limit ? [`Это больше ${formatPoints(limit)} одним действием.`] : []),
    // Whoever has the server's command line can do everything anyway.
    ...(operator.kind === "shell" || !(act.gives === "power" || act.gives === "access") ? [] : [REASONS[act.gives]]),
  ];
}

const REASONS = {
  power: "Это решает, кто зарабатывает баллы и кто входит. Если за сутки никто не откажет, выполнится само.",
  access: "Это открывает кому-то вход или чужой счёт.",
} as const;

function servicesWithin(trx: Trx, services: Services): Services {
  const { jobs } = services;
  return {
    ...services,
    db: trx,
    sharedDb: trx,
    jobs: { ...jobs, send: (job, data, options) => jobs.send(job, data, { ...options, within: trx }) },
  };
}

interface RecordedAct extends Circumstances {
  readonly operator: Operator;
  readonly act: Act;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: ActOutcome;
}

async function recordAct(trx: Trx, services: Services, recorded: RecordedAct): Promise<void> {
  const { operator, act, input, outcome, approvedBy, requestId } = recorded;
  const { subject, before, after, points } = outcome;
  await writeAuditRow(trx, services, {
    act: act.name,
    operator,
    input: withoutPrivateFields(act, input),
    subject,
    before,
    after,
    points,
    approvedBy,
    requestId,
  });
}

function withoutPrivateFields(act: Act, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isRecorded = (name: string) => {
    const field = act.fields[name];
    return field !== undefined && !field.isPrivate && field.control !== "secret" && field.control !== "file";
  };
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== undefined && isRecorded(name)));
}
