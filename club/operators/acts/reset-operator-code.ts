import { defineAct } from "../../platform/acts/act";
import { removeRecoveryCodes } from "../recovery-codes";
import { endSessions } from "../sessions";
import { aboutOperator, findOperator, operatorField } from "./find-operator";
import { makePrintedPassword } from "./printed-password";

/** The password is reset too: a log-in without a code must need something new that the owner hands over. */
export const resetOperatorCode = defineAct({
  name: "reset-operator-code",
  group: "operators",
  title: "Сбросить код и пароль",
  explanation:
    "Для оператора, который потерял телефон с резервными кодами или забыл пароль. Ключи доступа и связь с внешней учётной записью тоже удаляются.",
  summary: "Reset codes and password of an operator, and end every session. Prints a password for the next log-in.",
  gives: "access",
  roles: [],
  needsCode: true,
  fields: { operator: operatorField },
  async run({ services, trx }, input) {
    const operator = await findOperator(trx, input.operator);
    const password = await makePrintedPassword(services);
    await trx
      .updateTable("operators")
      .set({ ...password.columns, totp_secret_sealed: null, totp_last_step: 0 })
      .where("id", "=", operator.id)
      .execute();
    await removeRecoveryCodes(trx, operator.id);
    await trx.deleteFrom("operator_identities").where("operator_id", "=", operator.id).execute();
    await trx.deleteFrom("operator_passkeys").where("operator_id", "=", operator.id).execute();
    await endSessions(trx, operator.id);
    return {
      lines: [`Прежние пароль и коды оператора ${operator.login} больше не действуют.`, password.line],
      ...aboutOperator(operator),
      before: { enrolled: operator.totp_secret_sealed !== null },
      after: { enrolled: false },
      secrets: [password.secret],
    };
  },
});
