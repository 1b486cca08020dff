import { changePassword } from "../../../contract/extensions";
import { alias } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import { requireImpersonalPassword, requireNewPassword, samePasswordError } from "./new-password";
import { hashPassword, normalizePassword, verifyPassword } from "./password";
import { countPasswordTry } from "./password-tries";
import { setPassword } from "./set-password";

/**
 * Changes the caller's password and ends all other sessions. Wrong current passwords count like those of a login.
 * @throws RefusalError validation on `current_password` or `new_password`, tooOften
 */
export const changePasswordEndpoint = endpoint(changePassword, async (input, { services, actor, address }) => {
  const { current_password, new_password } = input;
  const takeBack = await countPasswordTry(services, { account: actor.id, address });
  const user = await services.db
    .selectFrom("users")
    .select(["password_hash", "phone", "email", "first_name", "last_name", "sur_name"])
    .where("id", "=", actor.id)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(current_password, user.password_hash, services.settings.passwordCost))) {
    const message = "Это не нынешний пароль. Проверьте раскладку клавиатуры и большие буквы.";
    throw new RefusalError(alias.validation, message, "current_password");
  }
  await takeBack();
  if (normalizePassword(new_password) === normalizePassword(current_password)) {
    throw samePasswordError();
  }
  await requireNewPassword(new_password);
  requireImpersonalPassword(new_password, user);
  const passwordHash = await hashPassword(new_password, services.settings.passwordCost);
  await services.db.transaction().execute(async (trx) => {
    await setPassword(trx, services, { userId: actor.id, passwordHash, keepSession: actor.tokenHash });
  });
});
