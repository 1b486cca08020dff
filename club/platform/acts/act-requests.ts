import type { Selectable } from "kysely";
import { ZodError } from "zod";
import { alias } from "../../../contract/values";
import type { ActRequests } from "../db/schema";
import type { FileReply } from "../http/endpoint";
import { RefusalError } from "../http/refusal-error";
import type { Services, Trx } from "../services";
import type { Act, ActOutcome } from "./act";
import { writeAuditRow } from "./audit-log";
import { carryOut, digestOutcome, previewAct, type RawInput, requireMay, withoutSecrets } from "./carry-out";
import { actorName, type Operator } from "./operator";
import { listTyped, openFile, openInput, sealFile, sealInput } from "./request-input";
import { findObjection } from "./second-operator";

const HOUR_MS = 60 * 60 * 1000;
/** How long a check may be confirmed, and the file of an act be fetched. */
const CHECK_MS = HOUR_MS;
/** How long a second operator may think, and how long an ended request is kept. */
const WAITING_MS = 30 * 24 * HOUR_MS;
/** After which time an act that decides about power takes effect when no second operator has answered. */
const OBJECTION_MS = 24 * HOUR_MS;
/** By which the audit log knows that a second operator has said no. */
export const REFUSED_REQUEST = "refuse-request";
/** In the place of a second operator. No login has a colon. */
const NOBODY_OBJECTED = "day:elapsed";
/** How long a second press of a button gets the answer of the first, with the secrets that it shows. */
export const SAME_PRESS_MS = 10_000;

type RequestRow = Selectable<ActRequests>;

export interface ActRequestView {
  readonly id: string;
  /** `changed`: nothing was done, because the act would now change something else than what was read. */
  readonly state: "checked" | "waiting" | "changed" | "done" | "refused";
  readonly act: Act;
  readonly outcome: ActOutcome;
  /** Names what is shown of the outcome: a yes has to bring it back. */
  readonly seen: string;
  readonly hasFile: boolean;
  readonly askedBy: string;
  /** Why a second operator has to agree, in Russian sentences; empty when nobody has to. */
  readonly whySecondOperator: readonly string[];
  /** Whether the operator who looks may decide as the second one. */
  readonly mayDecide: boolean;
  /** Why not, in Russian, when a second one has to. */
  readonly objection?: string | undefined;
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

/** The act would have been done, but one operator isn't enough for it: its transaction is rolled back. */
export class NeedsSecondOperator extends Error {
  constructor(readonly outcome: ActOutcome) {
    super("A second operator has to agree");
  }
}

/** Whether a second operator has to agree to an act. */
export function needsSecondOperator({ whySecondOperator = [] }: ActOutcome): boolean {
  return whySecondOperator.length > 0;
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
  return viewOf(services, operator, row, act, outcome);
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
  return viewOf(services, operator, row, act, outcome);
}

/**
 * Looks at a checked or waiting act as it would be now. The view's `seen` is what a confirmation or a decision has to bring back.
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
  const isEnded = row.state === "done" || row.state === "refused";
  const outcome = isEnded
    ? { lines: [] }
    : await previewAct(services, operator, act, openInput(services.seal, row.input_sealed));
  return viewOf(services, operator, row, act, outcome);
}

/** What an operator says yes to. */
interface Yes {
  /** The `seen` of the view that was read. */
  readonly seen: string;
  /** The id by which the log knows the call. */
  readonly requestId?: string | undefined;
}

/** What the transaction that makes an act wait for a second operator does besides. */
type OnWait = (trx: Trx, act: Act, askedBy: string) => Promise<void>;

/**
 * Carries out a checked act, or hands it to a second operator when one has to agree. A second press gets the answer of the
 * first for some seconds, and then is refused.
 * @throws RefusalError, ZodError
 */
export async function confirmActRequest(
  services: Services,
  operator: Operator,
  findAct: FindAct,
  id: string,
  yes: Yes,
  onWait?: OnWait,
): Promise<ActRequestView> {
  const confirm = async (trx: Trx, row: RequestRow, act: Act): Promise<Settled> => {
    requireAsker(row, operator);
    const { outcome, seen } = await carryOutRequest(trx, services, operator, act, row, { requestId: yes.requestId });
    // It has just been pressed.
    if (row.state === "waiting") throw new NeedsSecondOperator(outcome);
    if (seen !== yes.seen) throw new OutcomeChanged(outcome);
    if (needsSecondOperator(outcome)) throw new NeedsSecondOperator(outcome);
    return { state: "done", outcome };
  };
  return settle(services, operator, findAct, id, confirm, onWait);
}

/**
 * A second operator's answer to a waiting act: `yes` to what was seen carries it out in the name of the one who asked.
 * @throws RefusalError, also when the decider is the one who asked, or both have their access from the same hands
 */
export async function decideActRequest(
  services: Services,
  operator: Operator,
  findAct: FindAct,
  id: string,
  decision: { readonly yes: Yes | null; readonly reason: string; readonly requestId?: string },
): Promise<ActRequestView> {
  return settle(services, operator, findAct, id, async (trx, row, act) => {
    if (row.state !== "waiting") throw alreadyDone();
    requireMay(operator, act);
    const objection = await findObjection(trx, row, operator);
    if (objection) throw new RefusalError(alias.forbidden, objection);
    const decided = { by: actorName(operator), reason: decision.reason };
    if (!decision.yes) {
      // Without the reason, which may name people.
      const refused = { act: act.name, asked_by: row.asked_by };
      await writeAuditRow(trx, services, {
        act: REFUSED_REQUEST,
        operator,
        input: refused,
        subject: { kind: "request", id },
        requestId: decision.requestId,
      });
      return { state: "refused", outcome: { lines: ["Действие отклонено, ничего не изменилось."] }, decided };
    }
    const asker = await readAsker(trx, row);
    const { requestId } = decision.yes;
    const { outcome, seen } = await carryOutRequest(trx, services, asker, act, row, {
      approvedBy: decided.by,
      requestId,
    });
    if (seen !== decision.yes.seen) throw new OutcomeChanged(outcome);
    return { state: "done", outcome, decided };
  });
}

/**
 * Carries out the acts of power that have waited a day without an answer, in the names of those who asked. One that can't be
 * done any more is refused with the reason.
 */
export async function carryOutUnanswered(services: Services, findAct: FindAct): Promise<void> {
  const waitingSince = new Date(services.now().getTime() - OBJECTION_MS);
  const rows = await services.db
    .selectFrom("act_requests")
    .select(["id", "act"])
    .where("state", "=", "waiting")
    .where("expires_at", "<=", new Date(waitingSince.getTime() + WAITING_MS))
    .where("expires_at", ">", services.now())
    .orderBy("id")
    .execute();
  for (const { id, act } of rows) {
    if (findAct(act).gives !== "power") continue;
    try {
      await services.db.transaction().execute((trx) => settleUnanswered(trx, services, findAct(act), id));
    } catch (error) {
      if (!(error instanceof RefusalError) && !(error instanceof ZodError)) throw error;
      const reason = error instanceof RefusalError ? error.entries[0]?.error_display_message : undefined;
      await services.db
        .updateTable("act_requests")
        .set({ state: "refused", decided_by: NOBODY_OBJECTED, decided_at: services.now(), reason: reason ?? "" })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
    }
  }
}

async function settleUnanswered(trx: Trx, services: Services, act: Act, id: number): Promise<void> {
  const row = await trx.selectFrom("act_requests").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (row?.state !== "waiting") return;
  const asker = await readAsker(trx, row);
  const input = openInput(services.seal, row.input_sealed);
  const outcome = await carryOut(trx, services, asker, act, input, { approvedBy: NOBODY_OBJECTED });
  await finish(trx, services, row, {
    state: "done",
    outcome: withoutSecrets(outcome),
    decided: { by: NOBODY_OBJECTED, reason: "За сутки никто не отказал." },
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
  return openFile(services.seal, row.file_sealed);
}

interface Settled {
  readonly state: "done" | "refused";
  readonly outcome: ActOutcome;
  readonly decided?: { readonly by: string; readonly reason: string };
}

/** Runs a step on the locked request; of two at once the second one finds what the first has answered. */
async function settle(
  services: Services,
  operator: Operator,
  findAct: FindAct,
  id: string,
  step: (trx: Trx, row: RequestRow, act: Act) => Promise<Settled>,
  onWait?: OnWait,
): Promise<ActRequestView> {
  let found: { row: RequestRow; act: Act } | undefined;
  const view = async (state: ActRequestView["state"], outcome: ActOutcome, hasFile = false) => {
    if (!found) throw unknownRequest();
    const shown = await viewOf(services, operator, found.row, found.act, outcome);
    return { ...shown, state, hasFile, mayDecide: state === "changed" && shown.mayDecide };
  };
  try {
    const { state, outcome, hasFile } = await services.db.transaction().execute(async (trx): Promise<Answer> => {
      const row = await trx.selectFrom("act_requests").selectAll().where("key", "=", id).forUpdate().executeTakeFirst();
      if (!row || row.expires_at <= services.now()) throw unknownRequest();
      found = { row, act: findAct(row.act) };
      if (row.state === "done" || row.state === "refused") return readAnswer(services, row, operator);
      const settled = await step(trx, row, found.act);
      return finish(trx, services, row, settled);
    });
    return view(state, outcome, hasFile);
  } catch (error) {
    if (error instanceof OutcomeChanged) return view("changed", withoutSecrets(error.outcome));
    if (error instanceof NeedsSecondOperator) {
      const { outcome } = error;
      await services.db.transaction().execute(async (trx) => {
        const asked = await makeWait(trx, services, id, outcome);
        if (asked) await onWait?.(trx, findAct(asked.act), asked.asked_by);
      });
      return view("waiting", withoutSecrets(outcome));
    }
    throw error;
  }
}

async function carryOutRequest(
  trx: Trx,
  services: Services,
  operator: Operator,
  act: Act,
  row: RequestRow,
  { approvedBy, requestId }: { approvedBy?: string; requestId: string | undefined },
): Promise<{ outcome: ActOutcome; seen: string }> {
  const outcome = await carryOut(trx, services, operator, act, openInput(services.seal, row.input_sealed), {
    ...(approvedBy && { approvedBy }),
    ...(requestId && { requestId }),
  });
  return { outcome, seen: digestOutcome(outcome) };
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
      input_sealed: sealInput(services.seal, act, raw),
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

/** @returns the request; undefined for one that waits already, or has ended */
async function makeWait(trx: Trx, services: Services, id: string, { points = 0 }: ActOutcome) {
  return trx
    .updateTable("act_requests")
    .set({ state: "waiting", points, expires_at: new Date(services.now().getTime() + WAITING_MS) })
    .where("key", "=", id)
    .where("state", "=", "checked")
    .returning(["act", "asked_by"])
    .executeTakeFirst();
}

/** What was answered to the press that has settled a request. The file waits apart from it. */
interface Answer {
  readonly state: "done" | "refused";
  readonly outcome: Omit<ActOutcome, "file">;
  readonly hasFile: boolean;
}

async function finish(
  trx: Trx,
  services: Services,
  row: RequestRow,
  { state, outcome: { file, ...outcome }, decided }: Settled,
): Promise<Answer> {
  const now = services.now().getTime();
  const answer: Answer = { state, outcome, hasFile: file !== undefined };
  await trx
    .updateTable("act_requests")
    .set({
      state,
      decided_by: decided?.by ?? null,
      decided_at: services.now(),
      reason: decided?.reason ?? "",
      expires_at: new Date(now + WAITING_MS),
      answer_sealed: services.seal.seal("act_requests.answer_sealed", JSON.stringify(answer)),
      ...(file && { file_sealed: sealFile(services.seal, file), file_expires_at: new Date(now + CHECK_MS) }),
    })
    .where("id", "=", row.id)
    .execute();
  return answer;
}

/** The answer to the operator who has settled the request some seconds ago. @throws RefusalError collision */
function readAnswer(services: Services, row: RequestRow, operator: Operator): Answer {
  const isSamePress =
    (row.decided_by ?? row.asked_by) === actorName(operator) &&
    (row.decided_at?.getTime() ?? 0) > services.now().getTime() - SAME_PRESS_MS;
  if (!isSamePress || !row.answer_sealed) throw alreadyDone();
  return JSON.parse(services.seal.open("act_requests.answer_sealed", row.answer_sealed).toString());
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

async function viewOf(
  services: Services,
  operator: Operator,
  row: RequestRow,
  act: Act,
  outcome: ActOutcome,
): Promise<ActRequestView> {
  const isWaiting = row.state === "waiting";
  const objection = isWaiting ? await findObjection(services.db, row, operator) : undefined;
  return {
    id: row.key,
    state: row.state,
    act,
    outcome,
    seen: digestOutcome(outcome),
    hasFile: false,
    askedBy: row.asked_by,
    whySecondOperator: outcome.whySecondOperator ?? [],
    mayDecide: isWaiting && objection === undefined,
    objection,
    input: listTyped(act, openInput(services.seal, row.input_sealed)),
  };
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
