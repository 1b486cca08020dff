import { alias } from "../../../contract/values";
import { defineAct } from "../../platform/acts/act";
import { RefusalError } from "../../platform/http/refusal-error";
import { endSessions } from "../sessions";
import { aboutOperator, findOperator, operatorField, requireOwner } from "./find-operator";

export const disableOperator = defineAct({
  name: "disable-operator",
  group: "operators",
  title: "Отключить оператора",
  explanation: "Все сессии закончатся. Действия, которые ждут второго оператора, уже не выполнятся.",
  summary: "Disable an operator and end every session.",
  gives: "nothing",
  roles: [],
  needsCode: true,
  fields: { operator: operatorField },
  async run({ trx }, input) {
    const operator = await findOperator(trx, input.operator);
    if (operator.is_disabled) throw new RefusalError(alias.validation, "Оператор уже отключён.", "operator");
    await trx.updateTable("operators").set({ is_disabled: true }).where("id", "=", operator.id).execute();
    await requireOwner(trx, operator);
    await endSessions(trx, operator.id);
    return {
      lines: [`Оператор ${operator.login} отключён и больше не войдёт.`],
      ...aboutOperator(operator),
      before: { disabled: false },
      after: { disabled: true },
    };
  },
});

export const enableOperator = defineAct({
  name: "enable-operator",
  group: "operators",
  title: "Включить оператора",
  summary: "Enable an operator again, with the password and the codes of before.",
  gives: "access",
  roles: [],
  needsCode: true,
  fields: { operator: operatorField },
  async run({ trx }, input) {
    const operator = await findOperator(trx, input.operator);
    if (!operator.is_disabled) throw new RefusalError(alias.validation, "Оператор не отключён.", "operator");
    await trx.updateTable("operators").set({ is_disabled: false }).where("id", "=", operator.id).execute();
    return {
      lines: [`Оператор ${operator.login} снова может войти. Пароль и коды прежние.`],
      ...aboutOperator(operator),
      before: { disabled: true },
      after: { disabled: false },
    };
  },
});
