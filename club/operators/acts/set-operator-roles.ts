import { defineAct } from "../../platform/acts/act";
import { aboutOperator, findOperator, operatorField, requireOwner } from "./find-operator";
import { nameRoles, readRoles, roleFields } from "./roles";

export const setOperatorRoles = defineAct({
  name: "set-operator-roles",
  group: "operators",
  title: "Изменить роли",
  explanation: "Новые роли действуют сразу, выходить не нужно.",
  summary: "Give an operator exactly these roles, at once.",
  gives: "access",
  roles: [],
  needsCode: true,
  fields: { operator: operatorField, ...roleFields },
  async run({ trx }, input) {
    const operator = await findOperator(trx, input.operator);
    const roles = readRoles(input);
    await trx.updateTable("operators").set({ roles }).where("id", "=", operator.id).execute();
    await requireOwner(trx, operator);
    return {
      lines: [`Роли оператора ${operator.login}: ${nameRoles(roles)}. Были: ${nameRoles(operator.roles)}.`],
      ...aboutOperator(operator),
      before: { roles: operator.roles },
      after: { roles },
    };
  },
});
