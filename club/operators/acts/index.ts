import type { OperatorPart } from "../../platform/acts/view";
import { operatorEvents } from "../record-event";
import { addOperator } from "./add-operator";
import { defineAuditCard } from "./audit-card";
import { disableOperator, enableOperator } from "./disable-operator";
import { defineActRequestList } from "./list-act-requests";
import { defineAuditList } from "./list-audit";
import { operatorList } from "./list-operators";
import { operatorCard } from "./operator-card";
import { resetOperatorCode } from "./reset-operator-code";
import { setOperatorRoles } from "./set-operator-roles";

/**
 * What owners do about operators, and what everybody has done.
 * @param findTitle the title of any act of the club by its name
 */
export function defineOperatorsPart(findTitle: (act: string) => string | undefined): OperatorPart {
  const events: Readonly<Record<string, string>> = operatorEvents;
  const titleOf = (act: string) => findTitle(act) ?? events[act] ?? act;
  return {
    acts: [addOperator, setOperatorRoles, disableOperator, enableOperator, resetOperatorCode],
    lists: [defineActRequestList(titleOf), operatorList, defineAuditList(titleOf)],
    cards: [operatorCard, defineAuditCard(titleOf)],
  };
}
