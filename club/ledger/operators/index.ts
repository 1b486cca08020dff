import type { OperatorPart } from "../../acts/view";
import { correctPoints } from "./correct-points";

/** What operators do about points. */
export const ledgerPart: OperatorPart = { acts: [correctPoints] };
