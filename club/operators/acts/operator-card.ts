import { operatorRoles } from "../../../contract/operator/roles";
import { formatMoment } from "../../platform/acts/format";
import { tableOfSessions } from "../../platform/acts/session-table";
import type { Card } from "../../platform/acts/view";
import { parseId } from "../../platform/http/parse-id";
import { countRecoveryCodes } from "../recovery-codes";
import { nameRoles } from "./roles";

export const operatorCard: Card = {
  name: "operator",
  summary: "An operator: roles, sessions, and what may be done.",
  roles: [],
  async read({ db }, text) {
    const id = parseId(text);
    const operator = id && (await db.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirst());
    if (!operator) return null;
    const sessions = await db
      .selectFrom("operator_sessions")
      .select(["created_at", "last_used_at", "network", "user_agent"])
      .where("operator_id", "=", operator.id)
      .where((where) => where.or([where("code_confirmed_at", "is not", null), where("passkey_id", "is not", null)]))
      .orderBy("last_used_at", "desc")
      .limit(10)
      .execute();
    const identity = await db
      .selectFrom("operator_identities")
      .select("linked_at")
      .where("operator_id", "=", operator.id)
      .orderBy("linked_at", "desc")
      .executeTakeFirst();
    const passkeys = await db
      .selectFrom("operator_passkeys")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("operator_id", "=", operator.id)
      .executeTakeFirstOrThrow();
    const known = { operator: String(operator.id) };
    const roles = operatorRoles.filter((role) => operator.roles.includes(role)).map((role) => [role, "on"]);
    return {
      title: operator.full_name,
      sections: [
        {
          title: "Учётная запись",
          facts: [
            { label: "Логин", value: operator.login },
            { label: "Роли", value: nameRoles(operator.roles) },
            { label: "Состояние", value: operator.is_disabled ? "отключён" : "работает" },
            { label: "Приложение для кодов", value: operator.totp_secret_sealed ? "настроено" : "ещё не настроено" },
            { label: "Резервных кодов осталось", value: String(await countRecoveryCodes(db, operator.id)) },
            {
              label: "Внешняя учётная запись",
              value: identity ? `связана ${formatMoment(identity.linked_at)}` : "нет",
            },
            { label: "Ключей доступа", value: String(passkeys.count) },
            { label: "Добавлен", value: formatMoment(operator.created_at) },
          ],
          more: { list: "audit", filters: { actor: operator.login } },
        },
        {
          title: "Входы",
          table: tableOfSessions(sessions),
        },
      ],
      acts: [
        { act: "set-operator-roles", input: { ...known, ...Object.fromEntries(roles) } },
        { act: "reset-operator-code", input: known },
        { act: operator.is_disabled ? "enable-operator" : "disable-operator", input: known },
      ],
    };
  },
};
