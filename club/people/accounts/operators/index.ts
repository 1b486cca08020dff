import type { OperatorPart } from "../../../platform/acts/view";
import { disablePerson, enablePerson } from "./disable-person";
import { entries } from "./list-movements";
import { people } from "./list-people";
import { logOutPerson } from "./log-out-person";
import { redirectToken } from "./make-redirect-token";
import { personCard } from "./person-card";

/** What operators do about the accounts of participants. */
export const accountsPart: OperatorPart = {
  acts: [disablePerson, enablePerson, logOutPerson, redirectToken],
  lists: [people, entries],
  cards: [personCard],
};
