import { sql } from "kysely";
import { alias } from "../../../contract/values";
import { text } from "../../platform/acts/field";
import { parseId } from "../../platform/http/parse-id";
import { RefusalError } from "../../platform/http/refusal-error";
import type { Trx } from "../../platform/services";
import type { OperatorRow } from "../sessions";

export const operatorField = text({
  label: "Оператор",
  hint: "Логин или номер",
  help: "login or id of the operator",
  isPositional: true,
});

/** Locks the operator with this login or id, until the act's transaction ends. @throws RefusalError notFound at `operator` */
export async function findOperator(trx: Trx, loginOrId: string): Promise<OperatorRow> {
  const operators = trx.selectFrom("operators").selectAll().forUpdate();
  const id = parseId(loginOrId);
  const found = await (id === null
    ? operators.where("login", "=", loginOrId.toLowerCase())
    : operators.where("id", "=", id)
  ).executeTakeFirst();
  if (!found) throw new RefusalError(alias.notFound, `Оператора ${loginOrId} нет.`, "operator");
  return found;
}

/** Requires that after an act on an owner somebody is left who may do everything. @throws RefusalError at `operator` */
export async function requireOwner(trx: Trx, { roles }: Pick<OperatorRow, "roles">): Promise<void> {
  if (!roles.includes("owner")) return;
  // The lock keeps two owners from disabling each other at once.
  const owner = await trx
    .selectFrom("operators")
    .select("id")
    .where("is_disabled", "=", false)
    .where(sql<boolean>`'owner' = any(roles)`)
    .forUpdate()
    .executeTakeFirst();
  if (!owner) {
    throw new RefusalError(alias.validation, "Должен остаться хотя бы один действующий владелец.", "operator");
  }
}

/** What every act about an operator returns. */
export function aboutOperator({ id }: Pick<OperatorRow, "id">) {
  return { subject: { kind: "operator", id }, link: { card: "operator", id: String(id) } } as const;
}
