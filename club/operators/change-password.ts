import { changePassword } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { requireNewPassword, samePasswordError } from "../people/accounts/new-password";
import { hashPassword, verifyPassword } from "../people/accounts/password";
import { RefusalError } from "../platform/http/refusal-error";
import { operatorEndpoint } from "./call-context";
import { recordEvent, recordRefusal } from "./record-event";
import { requireCode } from "./require-code";
import { endSessions } from "./sessions";
import { countPasswordTry } from "./tries";

/**
 * Changes one's own password. The old one keeps out whoever finds an open console; the code is spent last, so that no typing
 * mistake costs one. Other sessions end.
 */
export const changePasswordEndpoint = operatorEndpoint(changePassword, async (input, context) => {
  const { services, session, address } = context;
  const { id, login } = session.operator;
  await requireNewPassword(input.new_password);
  if (input.new_password === input.password) {
    throw samePasswordError();
  }
  const takeBack = await countPasswordTry(services, { login, address, browser: input.browser });
  const { password_hash } = await services.db
    .selectFrom("operators")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(input.password, password_hash, services.settings.passwordCost))) {
    await recordRefusal(services, "wrong-password", session.operator, context);
    throw new RefusalError(alias.validation, "Нынешний пароль не подошёл.", "password");
  }
  await takeBack();
  await requireCode(context, input.code);
  const passwordHash = await hashPassword(input.new_password, services.settings.passwordCost);
  await services.db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("operators")
      .set({ password_hash: passwordHash })
      .where("id", "=", id)
      // An owner may have handed out another one meanwhile.
      .where("password_hash", "=", password_hash)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw new RefusalError(alias.sessionGone, "Пароль уже изменён. Войдите ещё раз.");
    await endSessions(trx, id, session);
    await recordEvent(trx, services, "change-own-password", context);
  });
  return {};
});
