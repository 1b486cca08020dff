import type { OperatorPart } from "../../../platform/acts/view";
import { erasePersonAct } from "./erase-person";
import { exportPersonAct } from "./export-person";

/** What operators do when a person asks what the club holds, or to be forgotten. */
export const privacyPart: OperatorPart = { acts: [exportPersonAct, erasePersonAct] };
