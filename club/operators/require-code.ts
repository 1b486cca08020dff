import { alias } from "../../contract/values";
import { RefusalError } from "../http/refusal-error";
import type { Services } from "../services";
import { spendRecoveryCode } from "./recovery-codes";
import { type OperatorSession, recordCode } from "./sessions";
import { findTimeStep } from "./totp";
import { countCodeTry } from "./tries";

/** How long a code counts as fresh, for acts that ask for one. */
const FRESH_MS = 5 * 60 * 1000;

export function hasFreshCode({ now }: Services, { codeConfirmedAt }: OperatorSession): boolean {
  return codeConfirmedAt !== null && now().getTime() - codeConfirmedAt.getTime() < FRESH_MS;
}

/** Requires that a code was given in the last minutes, or is given now. @throws RefusalError at the field `code` */
export async function requireFreshCode(services: Services, session: OperatorSession, code = ""): Promise<void> {
  if (hasFreshCode(services, session)) return;
  if (code.trim() === "") throw refuse("Введите код из приложения: это действие требует свежего кода.");
  await requireCode(services, session, code);
  await recordCode(services.db, services, session);
}

/**
 * Requires a code of the operator's authenticator app, or a recovery code. Each works once.
 * @returns which it was
 * @throws RefusalError codeWrong at the field `code`, tooOften
 */
export async function requireCode(
  services: Services,
  { operator }: OperatorSession,
  typed: string,
): Promise<"app" | "recovery"> {
  const takeBack = await countCodeTry(services, operator.id);
  const code = typed.replace(/\s/g, "");
  const kind = /^\d+$/.test(code) ? "app" : "recovery";
  if (kind === "app") await spendAppCode(services, operator.id, code);
  else if (!(await spendRecoveryCode(services, operator.id, code))) throw refuse("Код не подошёл.");
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
  if (step === undefined) throw refuse("Код не подошёл. Проверьте, что время на телефоне точное.");
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
