import type { OperatorPart } from "../../platform/acts/view";
import { correctPoints } from "./correct-points";
import { ledgerTotals } from "./ledger-totals";
import { personStatement } from "./person-statement";

/** What operators do about points, and ask of the ledger. */
export const ledgerPart: OperatorPart = { acts: [correctPoints, ledgerTotals, personStatement] };
