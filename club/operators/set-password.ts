import { setPassword } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { requireNewPassword } from "../people/accounts/new-password";
import { hashPassword, verifyPassword } from "../people/accounts/password";
import { RefusalError } from "../platform/http/refusal-error";
import { operatorEndpoint } from "./call-context";
import { recordEvent } from "./record-event";
import { endSessions, nextStep } from "./sessions";

/** Replaces a printed password by one's own, at the first log-in. Other sessions end. */
export const setPasswordEndpoint = operatorEndpoint(setPassword, async ({ new_password }, context) => {
  const { services, session } = context;
  if (session.step !== "password") throw new RefusalError(alias.forbidden, "Пароль уже задан.");
  await requireNewPassword(new_password);
  const { password_hash } = await services.db
    .selectFrom("operators")
    .select("password_hash")
    .where("id", "=", session.operator.id)
    .executeTakeFirstOrThrow();
  if (await verifyPassword(new_password, password_hash, services.settings.passwordCost)) {
    throw new RefusalError(alias.validation, "Новый пароль совпадает с одноразовым.", "new_password");
  }
  const passwordHash = await hashPassword(new_password, services.settings.passwordCost);
  return services.db.transaction().execute(async (trx) => {
    const operator = await trx
      .updateTable("operators")
      .set({ password_hash: passwordHash, password_expires_at: null })
      .where("id", "=", session.operator.id)
      .returning(["password_expires_at", "totp_secret_sealed"])
      .executeTakeFirstOrThrow();
    await endSessions(trx, session.operator.id, session);
    await recordEvent(trx, services, "set-own-password", context);
    return { step: nextStep(operator) };
  });
});
