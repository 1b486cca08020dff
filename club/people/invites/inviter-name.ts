import { isName } from "../../../contract/fields";
import { type Activation, isActive } from "../accounts/person";

/**
 * Whether a stranger may read who the inviter is: nobody is named who isn't active yet, or whose older name has other signs
 * than a name may have.
 */
export function isNamed(inviter: Activation, ...names: string[]): boolean {
  return isActive(inviter) && names.filter(Boolean).every(isName);
}

/** What anybody with a link may read of a name: the first name and an initial. */
export function shortName(firstName: string, lastName: string): string {
  return `${firstName} ${lastName.slice(0, 1)}.`;
}
