import type { Choice } from "../../ui/core/choice-field";
import type { FormShell } from "../../ui/core/form-shell";
import type { ConsentLinks } from "./consent-fields";
import type { RegistrationReply } from "./lookup-result";
import type { KnownPerson } from "./person-fields";

/** The props of both registration forms. */
export interface RegistrationFormProps {
  shell: FormShell;
  reply: RegistrationReply | null | undefined;
  /** All distributors; null when there are too many to list, and the form searches by name. */
  distributors: readonly Choice[] | null;
  links: ConsentLinks;
  known: KnownPerson | null;
  /** Name of the participant who referred the person, empty for an invitation; null when there is neither. */
  origin: string | null;
}
