import type { Choice } from "../../ui/core/choice-field";
import type { FormShell } from "../../ui/core/form-shell";
import type { ConsentLinks } from "./consent-fields";
import type { RegistrationReply } from "./lookup-result";
import type { KnownPerson } from "./person-fields";
import type { RegistrationLink } from "./registration-link";

/** The props of both registration forms. */
export interface RegistrationFormProps {
  shell: FormShell;
  reply: RegistrationReply | null | undefined;
  /** All distributors; null when there are too many to list, and the form searches by name. */
  distributors: readonly Choice[] | null;
  links: ConsentLinks;
  known: KnownPerson | null;
  /** The invitation or referral link; null when there is none. */
  link: RegistrationLink | null;
  /** Why an invitation or referral link can't be used any more; empty when it can, or when there is none. */
  linkError: string;
}
