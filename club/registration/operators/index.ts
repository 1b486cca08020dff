import type { OperatorPart } from "../../acts/view";
import { confirmManager } from "./confirm-manager";
import { unconfirmedManagers } from "./list-unconfirmed-managers";

/** What operators do about registrations. */
export const registrationPart: OperatorPart = { acts: [confirmManager], lists: [unconfirmedManagers] };
