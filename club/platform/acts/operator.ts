import type { OperatorRole } from "../../../contract/operator/roles";

/** Who does an act: an operator with a session, or somebody at the command line of the server. */
export type Operator =
  | {
      readonly kind: "operator";
      readonly id: number;
      readonly login: string;
      readonly fullName: string;
      readonly roles: readonly OperatorRole[];
    }
  | { readonly kind: "shell"; readonly user: string };

/** The name in the audit log. Nobody's login can look like a name of the command line: it has no colon. */
export function actorName(operator: Operator): string {
  return operator.kind === "shell" ? `shell:${operator.user}` : operator.login;
}

/** Whether one of these roles is the operator's. Owners and the command line may do everything. */
export function mayDo(operator: Operator, roles: readonly OperatorRole[]): boolean {
  if (operator.kind === "shell") return true;
  return operator.roles.some((role) => role === "owner" || roles.includes(role));
}
