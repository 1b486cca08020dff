import type { OperatorPart } from "../../../platform/acts/view";
import { addCurator, addParticipant } from "./add-participant";
import { changeContact } from "./change-contact";
import { changeRelation } from "./change-relation";
import { confirmManager } from "./confirm-manager";
import { unconfirmedManagers } from "./list-unconfirmed-managers";

/** What operators do about registrations, and about what a registration decides. */
export const registrationPart: OperatorPart = {
  acts: [addCurator, addParticipant, confirmManager, changeRelation, changeContact],
  lists: [unconfirmedManagers],
};
