import type { OperatorPart } from "../../../platform/acts/view";
import { mergePeople } from "./merge-people";

/** What operators do about whole accounts. */
export const profilePart: OperatorPart = { acts: [mergePeople] };
