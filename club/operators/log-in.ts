import { logIn, logOut, readOperator } from "../../contract/operator/calls";
import { alias } from "../../contract/values";
import { verifyPassword, WRONG_LOGIN } from "../people/accounts/password";
import { RefusalError } from "../platform/http/refusal-error";
import { operatorEndpoint } from "./call-context";
import { recordEvent, recordRefusal } from "./record-event";
import { countRecoveryCodes } from "./recovery-codes";
import { asOperator, beginSession, nextStep } from "./sessions";
import { countPasswordTry } from "./tries";

/** Begins a log-in. An unknown login, a wrong password and a disabled account get the same refusal after the same time. */
export const logInEndpoint = operatorEndpoint(logIn, async (input, context) => {
  const { services, address } = context;
  const login = input.login.toLowerCase();
  const takeBack = await countPasswordTry(services, { login, address, browser: input.browser });
  const operator = await services.db.selectFrom("operators").selectAll().where("login", "=", login).executeTakeFirst();
  const isCorrect = await verifyPassword(
    input.password,
    operator?.password_hash ?? null,
    services.settings.passwordCost,
  );
  if (!operator || !isCorrect || operator.is_disabled) {
    await recordRefusal(services, "wrong-password", operator ? asOperator(operator) : null, context);
    throw new RefusalError(alias.loginRefused, WRONG_LOGIN);
  }
  await takeBack();
  if (operator.password_expires_at && operator.password_expires_at <= services.now()) {
    throw new RefusalError(
      alias.loginRefused,
      "Срок одноразового пароля закончился. Попросите владельца выдать новый доступ.",
    );
  }
  const token = await beginSession(services, operator, context);
  return { access_token: token, step: nextStep(operator) };
});

export const readOperatorEndpoint = operatorEndpoint(readOperator, async (_input, { services, session }) => {
  const { operator, step } = session;
  return {
    step,
    login: operator.login,
    full_name: operator.fullName,
    roles: operator.roles,
    recovery_codes_left: await countRecoveryCodes(services.db, operator.id),
  };
});

export const logOutEndpoint = operatorEndpoint(logOut, async (_input, context) => {
  const { services, session } = context;
  await services.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("operator_sessions").where("id", "=", session.id).execute();
    await recordEvent(trx, services, "log-out", context);
  });
  return {};
});
