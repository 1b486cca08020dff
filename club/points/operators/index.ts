import type { OperatorPart } from "../../platform/acts/view";
import { ledgerTotals } from "./ledger-totals";

/** What operators ask of the ledger. */
export const ledgerPart: OperatorPart = { acts: [ledgerTotals] };
