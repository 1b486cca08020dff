import type { Selectable } from "kysely";
import { alias } from "../../contract/values";
import type { ActRequests } from "../db/schema";
import type { FileReply } from "../http/endpoint";
import { RefusalError } from "../http/refusal-error";
import type { Services, Trx } from "../services";
import type { Act, ActOutcome } from "./act";
import { carryOut, digestOutcome, previewAct, type RawInput, requireMay, withoutSecrets } from "./carry-out";
import type { ActFile } from "./field";
import { actorName, type Operator } from "./operator";

const HOUR_MS = 60 * 60 * 1000;
/** How long a check may be confirmed, and the file of an act be fetched. */
const CHECK_MS = HOUR_MS;
/** How long a second operator may think, and how long an ended request is kept. */
const WAITING_MS = 30 * 24 * HOUR_MS;

type RequestRow = Selectable<ActRequests>;

export interface ActRequestView {
  readonly id: string;
  /** `changed`: nothing was done, because the act would now change something else than what was read. */
  readonly state: "checked" | "waiting" | "changed" | "done" | "refused";
  readonly act: Act;
  readonly outcome: ActOutcome;
  readonly askedBy: string;
  readonly needsSecondOperator: boolean;
  /** What was typed, without files and what is secret. */
  readonly input: Readonly<Record<string, string>>;
}

/** Finds an act by its name. @throws RefusalError notFound */
export type FindAct = (name: string) => Act;

/** The outcome isn't the one that was read: the transaction is rolled back. */
class OutcomeChanged extends Error {
  constructor(readonly outcome: ActOutcome) {
    super("The outcome has changed since the check");
  }
}

/** The act would have been done, but it moves too many points for one operator: its transaction is rolled back. */
export class NeedsSecondOperator extends Error {
  constructor(readonly outcome: ActOutcome) {
    super("A second operator has to agree");
  }
}

/** Whether an act moves so many points that a second operator has to agree. */
export function needsSecondOperator(services: Services, { points = 0 }: ActOutcome): boolean {
  return points > services.settings.secondOperatorPoints;
}

/**
 * Checks an act and remembers its input, so that the confirmation does exactly this, once.
 * @throws ZodError, RefusalError
 */
export async function checkAct(
  services: Services,
  operator: Operator,
  act: Act,
  raw: RawInput,
): Promise<ActRequestView> {
  const outcome = await previewAct(services, operator, act, raw);
  const row = await insertRequest(services, operator, act, raw, outcome, "checked");
  return viewOf(services, row, act, outcome);
}

/** Remembers an act that waits for a second operator. */
export async function askSecondOperator(
  services: Services,
  operator: Operator,
  act: Act,
  raw: RawInput,
  outcome: ActOutcome,
): Promise<ActRequestView> {
  const row = await insertRequest(services, operator, act, raw, outcome, "waiting");
  return viewOf(services, row, act, outcome);
}

/**
 * Looks at a checked or waiting act as it would be now. What is confirmed or decided afterwards is what this has shown.
 * @throws RefusalError notFound, forbidden
 */
export async function readActRequest(
  services: Services,
  operator: Operator,
  findAct: FindAct,
  id: string,
): Promise<ActRequestView> {
  const row = await services.db.selectFrom("act_requests").selectAll().where("key", "=", id).executeTakeFirst();
  if (!row || row.expires_at <= services.now()) throw unknownRequest();
  const act = findAct(row.act);
  requireMay(operator, act);
  if (row.state === "checked") requireAsker(row, operator);
  if (row.state === "done" || row.state === "refused") return viewOf(services, row, act, { lines: [] });
  const outcome = await previewAct(services, operator, act, openInput(services, row));
  await rememberOutcome(services, id, outcome);
  return viewOf(services, row, act, outcome);
}

/**
 * Carries out a checked act, or hands it to a second operator when it moves many points. A second confirmation is refused.
 * @throws RefusalError, ZodError
 */
export async function confirmActRequest(
  services: Services,
  operator: Operator,
  findAct: FindAct,
  id: string,
  requestId?: string,
): Promise<ActRequestView> {
  return settle(services, findAct, id, async (trx, row, act) => {
    if (row.state !== "checked") throw alreadyDone();
    requireAsker(row, operator);
    const outcome = await carryOutAsRead(trx, services, operator, act, row, requestId ? { requestId } : {});
    if (needsSecondOperator(services, outcome)) throw new NeedsSecondOperator(outcome);
    await finish(trx, services, row, "done", {}, outcome);
    return { state: "done", outcome };
  });
}

/**
 * A second operator's answer to a waiting act: `yes` carries it out in the name of the one who asked.
 * @throws RefusalError, also when the decider is the one who asked
 */
export async function decideActRequest(
  services: Services,
  operator: Operator,
  findAct: FindAct,
  id: string,
  decision: { yes: boolean; reason: string; requestId?: string },
): Promise<ActRequestView> {
  return settle(services, findAct, id, async (trx, row, act) => {
    if (row.state !== "waiting") throw alreadyDone();
    requireMay(operator, act);
    if (row.asked_by === actorName(operator)) {
      throw new RefusalError(alias.forbidden, "Решает другой оператор: своё действие подтвердить нельзя.");
    }
    const decided = { by: actorName(operator), reason: decision.reason };
    if (!decision.yes) {
      await finish(trx, services, row, "refused", decided);
      return { state: "refused", outcome: { lines: ["Действие отклонено, ничего не изменилось."] } };
    }
    const asker = await readAsker(trx, row);
    const outcome = await carryOutAsRead(trx, services, asker, act, row, {
      approvedBy: decided.by,
      ...(decision.requestId && { requestId: decision.requestId }),
    });
    await finish(trx, services, row, "done", decided, outcome);
    return { state: "done", outcome };
  });
}

/** The file that an act has made, for the one who asked. @throws RefusalError notFound */
export async function readActFile(services: Services, operator: Operator, id: string): Promise<FileReply> {
  const row = await services.db
    .selectFrom("act_requests")
    .select(["file_sealed", "asked_by", "decided_by"])
    .where("key", "=", id)
    .where("file_expires_at", ">", services.now())
    .executeTakeFirst();
  const name = actorName(operator);
  if (!row?.file_sealed || (row.asked_by !== name && row.decided_by !== name)) {
    throw new RefusalError(alias.notFound, "Файла больше нет: его хранят час. Повторите действие.");
  }
  const { content, ...file } = JSON.parse(services.seal.open("act_requests.file_sealed", row.file_sealed).toString());
  return { ...file, content: Buffer.from(content, "base64") };
}

type Settled = { state: "done" | "refused"; outcome: ActOutcome };

/** Runs a step on the locked request; at most one of two confirmations at once finds it open. */
async function settle(
  services: Services,
  findAct: FindAct,
  id: string,
  step: (trx: Trx, row: RequestRow, act: Act) => Promise<Settled>,
): Promise<ActRequestView> {
  let found: { row: RequestRow; act: Act } | undefined;
  const view = (state: ActRequestView["state"], outcome: ActOutcome) => {
    if (!found) throw unknownRequest();
    return { ...viewOf(services, found.row, found.act, outcome), state };
  };
  try {
    const { state, outcome } = await services.db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom("act_requests").selectAll().where("key", "=", id).forUpdate().executeTakeFirst();
      if (!row || row.expires_at <= services.now()) throw unknownRequest();
      found = { row, act: findAct(row.act) };
      return step(trx, row, found.act);
    });
    return view(state, outcome);
  } catch (error) {
    if (error instanceof OutcomeChanged) {
      await rememberOutcome(services, id, error.outcome);
      return view("changed", withoutSecrets(error.outcome));
    }
    if (error instanceof NeedsSecondOperator) {
      await makeWait(services, id);
      return view("waiting", withoutSecrets(error.outcome));
    }
    throw error;
  }
}

/** @throws OutcomeChanged when it isn't what the operator has read */
async function carryOutAsRead(
  trx: Trx,
  services: Services,
  operator: Operator,
  act: Act,
  row: RequestRow,
  circumstances: { approvedBy?: string; requestId?: string },
): Promise<ActOutcome> {
  const outcome = await carryOut(trx, services, operator, act, openInput(services, row), circumstances);
  if (!digestOutcome(outcome).equals(row.outcome_digest)) throw new OutcomeChanged(outcome);
  return outcome;
}

async function insertRequest(
  services: Services,
  operator: Operator,
  act: Act,
  raw: RawInput,
  outcome: ActOutcome,
  state: "checked" | "waiting",
): Promise<RequestRow> {
  return services.db
    .insertInto("act_requests")
    .values({
      act: act.name,
      input_sealed: sealInput(services, act, raw),
      outcome_digest: digestOutcome(outcome),
      points: outcome.points ?? 0,
      state,
      asked_by: actorName(operator),
      asked_by_operator_id: operator.kind === "operator" ? operator.id : null,
      asked_at: services.now(),
      expires_at: new Date(services.now().getTime() + (state === "waiting" ? WAITING_MS : CHECK_MS)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function rememberOutcome(services: Services, id: string, outcome: ActOutcome): Promise<void> {
  await services.db
    .updateTable("act_requests")
    .set({ outcome_digest: digestOutcome(outcome), points: outcome.points ?? 0 })
    .where("key", "=", id)
    .execute();
}

async function makeWait(services: Services, id: string): Promise<void> {
  await services.db
    .updateTable("act_requests")
    .set({ state: "waiting", expires_at: new Date(services.now().getTime() + WAITING_MS) })
    .where("key", "=", id)
    .where("state", "=", "checked")
    .execute();
}

async function finish(
  trx: Trx,
  services: Services,
  row: RequestRow,
  state: "done" | "refused",
  decided: { by?: string; reason?: string },
  outcome?: ActOutcome,
): Promise<void> {
  const now = services.now().getTime();
  await trx
    .updateTable("act_requests")
    .set({
      state,
      decided_by: decided.by ?? null,
      decided_at: services.now(),
      reason: decided.reason ?? "",
      expires_at: new Date(now + WAITING_MS),
      ...(outcome?.file && {
        file_sealed: sealFile(services, outcome.file),
        file_expires_at: new Date(now + CHECK_MS),
      }),
    })
    .where("id", "=", row.id)
    .execute();
}

/** Who asked, with the roles of today: whoever was disabled meanwhile has no acts any more. */
async function readAsker(trx: Trx, row: RequestRow): Promise<Operator> {
  if (row.asked_by_operator_id === null) return { kind: "shell", user: row.asked_by.replace(/^shell:/, "") };
  const operator = await trx
    .selectFrom("operators")
    .selectAll()
    .where("id", "=", row.asked_by_operator_id)
    .where("is_disabled", "=", false)
    .executeTakeFirst();
  if (!operator) throw new RefusalError(alias.forbidden, "Оператор, который это попросил, отключён.");
  return {
    kind: "operator",
    id: operator.id,
    login: operator.login,
    fullName: operator.full_name,
    roles: operator.roles as Extract<Operator, { kind: "operator" }>["roles"],
  };
}

const FILE_KEY = "$file";

function sealInput(services: Services, act: Act, raw: RawInput): Buffer {
  const known = Object.entries(raw).filter(([name]) => name in act.fields);
  const plain = known.map(([name, value]) => [name, isFile(value) ? { [FILE_KEY]: encodeFile(value) } : value]);
  return services.seal.seal("act_requests.input_sealed", JSON.stringify(Object.fromEntries(plain)));
}

function openInput(services: Services, row: RequestRow): RawInput {
  const text = services.seal.open("act_requests.input_sealed", row.input_sealed).toString();
  const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, decodeFile(value)]));
}

function isFile(value: unknown): value is ActFile {
  return typeof value === "object" && value !== null && Buffer.isBuffer((value as ActFile).content);
}

function encodeFile({ name, contentType, content }: ActFile) {
  return { name, contentType, content: content.toString("base64") };
}

function decodeFile(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !(FILE_KEY in value)) return value;
  const file = value[FILE_KEY] as { name: string; contentType: string; content: string };
  return { ...file, content: Buffer.from(file.content, "base64") };
}

function sealFile(services: Services, file: FileReply): Buffer {
  const content = Buffer.from(file.content).toString("base64");
  return services.seal.seal("act_requests.file_sealed", JSON.stringify({ ...file, content }));
}

function viewOf(services: Services, row: RequestRow, act: Act, outcome: ActOutcome): ActRequestView {
  return {
    id: row.key,
    state: row.state,
    act,
    outcome,
    askedBy: row.asked_by,
    needsSecondOperator: needsSecondOperator(services, outcome),
    input: listTyped(act, openInput(services, row)),
  };
}

function listTyped(act: Act, input: RawInput): Record<string, string> {
  const typed = Object.entries(input).flatMap(([name, value]) => {
    const isSecret = act.fields[name]?.control === "secret";
    if (isSecret || value === undefined || value === false || isFile(value)) return [];
    return [[name, Array.isArray(value) ? value.join("\n") : value === true ? "on" : String(value)]];
  });
  return Object.fromEntries(typed);
}

function requireAsker(row: RequestRow, operator: Operator): void {
  if (row.asked_by !== actorName(operator)) throw unknownRequest();
}

function unknownRequest(): RefusalError {
  return new RefusalError(alias.notFound, "Проверка больше не действует: её хранят час. Начните действие заново.");
}

function alreadyDone(): RefusalError {
  return new RefusalError(alias.collision, "Это действие уже выполнено или решено.");
}
