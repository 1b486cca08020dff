import type { OperatorPart } from "../../../platform/acts/view";
import { allowOrders } from "./allow-orders";
import { correctPoints } from "./correct-points";
import { disablePerson, enablePerson } from "./disable-person";
import { entries } from "./list-movements";
import { people } from "./list-people";
import { logOutPerson } from "./log-out-person";
import { redirectToken } from "./make-redirect-token";
import { personStatement } from "./person-statement";

/** What operators do about the accounts of participants. */
export const accountsPart: OperatorPart = {
  acts: [disablePerson, enablePerson, logOutPerson, redirectToken, allowOrders, correctPoints, personStatement],
  lists: [people, entries],
};
