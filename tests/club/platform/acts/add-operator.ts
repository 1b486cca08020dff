import type { Operator } from "../../../../club/platform/acts/operator";
import type { OperatorRole } from "../../../../contract/operator/roles";
import type { TestClub } from "../../../setup/club";

/** Adds an operator who acts without a session. An owner, unless other roles are said. */
export async function addOperator(
  { db }: Pick<TestClub, "db">,
  login: string,
  roles: readonly OperatorRole[] = ["owner"],
): Promise<Operator & { readonly id: number }> {
  const fullName = `Оператор ${login}`;
  const { id } = await db
    .insertInto("operators")
    .values({ login, full_name: fullName, roles: [...roles] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { kind: "operator", id, login, fullName, roles };
}
