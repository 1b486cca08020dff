import type { OperatorPart } from "../../acts/view";
import { dataMoves } from "./list-moves";

/** What operators see of the moves of data. */
export const movesPart: OperatorPart = { lists: [dataMoves] };
