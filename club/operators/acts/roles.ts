import { type OperatorRole, operatorRoleNames, operatorRoles } from "../../../contract/operator/roles";
import { alias } from "../../../contract/values";
import { type Field, flag } from "../../platform/acts/field";
import { RefusalError } from "../../platform/http/refusal-error";

const hints: Record<OperatorRole, string> = {
  support: "Участники, документы, отчёты",
  content: "Правила, вопросы, баннер, каталог",
  fulfilment: "Заказы и документы",
  finance: "Баллы и учёт",
  owner: "Всё, в том числе операторы и журнал действий",
};

/** A flag for each role. */
export const roleFields = Object.fromEntries(
  operatorRoles.map((role) => [
    role,
    flag({ label: operatorRoleNames[role], hint: hints[role], help: `give the role ${role}` }),
  ]),
) as Record<OperatorRole, Field<boolean>>;

/** @throws RefusalError at the first role when none is chosen */
export function readRoles(input: Readonly<Record<OperatorRole, boolean>>): OperatorRole[] {
  const roles = operatorRoles.filter((role) => input[role]);
  if (roles.length === 0) throw new RefusalError(alias.validation, "Выберите хотя бы одну роль.", operatorRoles[0]);
  return roles;
}

export function nameRoles(roles: readonly string[]): string {
  return roles.map((role) => operatorRoleNames[role as OperatorRole] ?? role).join(", ");
}
