import type { OperatorPart } from "../../platform/acts/view";
import { companyOwner } from "./company-owner";
import { erasePersonAct } from "./erase-person-act";
import { exportPersonAct } from "./export-person-act";
import { mergePeople } from "./merge-people";
import { personCard } from "./person-card";

/** What operators see and do of whole people: the card, what the club holds of one, erasing and merging, and whose a company is. */
export const wholePeoplePart: OperatorPart = {
  acts: [exportPersonAct, erasePersonAct, mergePeople, companyOwner],
  cards: [personCard],
};
