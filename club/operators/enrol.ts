import { enrol, readEnrolment } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { RefusalError } from "../platform/http/refusal-error";
import type { Services } from "../platform/services";
import { operatorEndpoint } from "./call-context";
import { rememberBrowser } from "./known-browsers";
import { recordEvent, recordRefusal } from "./record-event";
import { issueRecoveryCodes } from "./recovery-codes";
import { WRONG_CODE } from "./require-code";
import { endSessions, type OperatorSession, recordCode } from "./sessions";
import { encodeBase32, findTimeStep, totpAddress } from "./totp";
import { countCodeTry } from "./tries";

/** The name under which authenticator apps list the code. */
const ISSUER = "Консоль клуба";

export const readEnrolmentEndpoint = operatorEndpoint(readEnrolment, async (_input, { services, session }) => {
  const secret = await readSecret(services, session);
  return { secret: encodeBase32(secret), uri: totpAddress(secret, session.operator.login, ISSUER) };
});

/** Ends the set-up of an authenticator app with its first code. Other sessions end, which may have seen another secret. */
export const enrolEndpoint = operatorEndpoint(enrol, async (input, context) => {
  const { services, session } = context;
  const { operator } = session;
  const secret = await readSecret(services, session);
  const takeBack = await countCodeTry(services, operator.id);
  const step = findTimeStep(secret, input.code.replace(/\s/g, ""), services.now());
  if (step === undefined) {
    await recordRefusal(services, "wrong-code", operator, context);
    throw new RefusalError(alias.codeWrong, WRONG_CODE, "code");
  }
  await takeBack();
  const { codes, browser } = await services.db.transaction().execute(async (trx) => {
    const enrolled = await trx
      .updateTable("operators")
      .set({ totp_secret_sealed: services.seal.seal("operators.totp_secret_sealed", secret), totp_last_step: step })
      .where("id", "=", operator.id)
      .where("totp_secret_sealed", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!enrolled) throw alreadyEnrolled();
    await endSessions(trx, operator.id, session);
    await recordCode(trx, services, session);
    await recordEvent(trx, services, "set-up-authenticator", context);
    await recordEvent(trx, services, "log-in", context);
    const browser = await rememberBrowser(trx, services, operator.id);
    return { codes: await issueRecoveryCodes(trx, operator.id), browser };
  });
  return { step: "open" as const, recovery_codes: codes, browser };
});

async function readSecret(services: Services, session: OperatorSession): Promise<Buffer> {
  if (session.step !== "enrolment") throw alreadyEnrolled();
  const { enrolment_secret_sealed } = await services.db
    .selectFrom("operator_sessions")
    .select("enrolment_secret_sealed")
    .where("id", "=", session.id)
    .executeTakeFirstOrThrow();
  if (!enrolment_secret_sealed) throw new RefusalError(alias.sessionGone, "Войдите ещё раз.");
  return services.seal.open("operator_sessions.enrolment_secret_sealed", enrolment_secret_sealed);
}

function alreadyEnrolled(): RefusalError {
  return new RefusalError(alias.forbidden, "Приложение для кодов сейчас не настраивается. Войдите ещё раз.");
}
