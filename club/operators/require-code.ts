import { alias } from "../../contract/values";
import { RefusalError } from "../platform/http/refusal-error";
import type { Services } from "../platform/services";
import type { OperatorCallContext } from "./call-context";
import { recordRefusal } from "./record-event";
import { spendRecoveryCode } from "./recovery-codes";
import { type OperatorSession, recordCode } from "./sessions";
import { findTimeStep } from "./totp";
import { countCodeTry } from "./tries";

export const WRONG_CODE = "Код не подошёл. Проверьте, что время на телефоне точное.";

/** How long a code counts as fresh, for acts that ask for one. */
const FRESH_MS = 5 * 60 * 1000;

/** Who gives a code, and in which request. */
type CodeContext = Pick<OperatorCallContext, "services" | "session" | "requestId" | "address">;

export function hasFreshCode(
  { now }: Pick<Services, "now">,
  { codeConfirmedAt }: Pick<OperatorSession, "codeConfirmedAt">,
): boolean {
  return codeConfirmedAt !== null && now().getTime() - codeConfirmedAt.getTime() < FRESH_MS;
}

/** Requires that a code was given in the last minutes, or is given now. @throws RefusalError at the field `code` */
export async function requireFreshCode(context: CodeContext, code = ""): Promise<void> {
  const { services, session } = context;
  if (hasFreshCode(services, session)) return;
  if (code.trim() === "") throw refuse("Введите код из приложения: это действие требует свежего кода.");
  try {
    await requireCode(context, code);
  } catch (error) {
    // Another press of the same button may have given this code a moment ago.
    if (!(await hasGivenCode(services, session))) throw error;
  }
}

async function hasGivenCode(services: Services, session: OperatorSession): Promise<boolean> {
  const row = await services.db
    .selectFrom("operator_sessions")
    .select("code_confirmed_at")
    .where("id", "=", session.id)
    .executeTakeFirst();
  return hasFreshCode(services, { codeConfirmedAt: row?.code_confirmed_at ?? null });
}

/**
 * Requires a code of the operator's authenticator app, or a recovery code, and records that the session has given one. Each
 * works once.
 * @returns which it was
 * @throws RefusalError codeWrong at the field `code`, tooOften
 */
export async function requireCode(context: CodeContext, typed: string): Promise<"app" | "recovery"> {
  const { services, session } = context;
  const { id } = session.operator;
  const takeBack = await countCodeTry(services, id);
  const code = typed.replace(/\s/g, "");
  const kind = /^\d+$/.test(code) ? "app" : "recovery";
  // Whoever finds the code used then finds it recorded.
  try {
    await services.db.transaction().execute(async (trx) => {
      const within = { ...services, db: trx };
      if (kind === "app") await spendAppCode(within, id, code);
      else if (!(await spendRecoveryCode(within, id, code))) throw refuse("Код не подошёл.");
      await recordCode(trx, services, session);
    });
  } catch (error) {
    if (error instanceof RefusalError) await recordRefusal(services, "wrong-code", session.operator, context);
    throw error;
  }
  await takeBack();
  return kind;
}

async function spendAppCode(services: Services, operatorId: number, code: string): Promise<void> {
  const { db, seal, now } = services;
  const { totp_secret_sealed } = await db
    .selectFrom("operators")
    .select("totp_secret_sealed")
    .where("id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const secret = totp_secret_sealed && seal.open("operators.totp_secret_sealed", totp_secret_sealed);
  const step = secret ? findTimeStep(secret, code, now()) : undefined;
  if (step === undefined) throw refuse(WRONG_CODE);
  // Of two uses at once only one finds an earlier step.
  const used = await db
    .updateTable("operators")
    .set({ totp_last_step: step })
    .where("id", "=", operatorId)
    .where("totp_last_step", "<", step)
    .returning("id")
    .executeTakeFirst();
  if (!used) throw refuse("Этот код уже использован. Дождитесь следующего.");
}

function refuse(message: string): RefusalError {
  return new RefusalError(alias.codeWrong, message, "code");
}
