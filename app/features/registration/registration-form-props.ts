import type { Choice } from "../../ui/core/choice-field";
import type { FormShell } from "../../ui/core/form-shell";
import type { ConsentLinks } from "./consent-fields";
import type { RegistrationReply } from "./lookup-result";
import type { KnownPerson } from "./person-fields";

/** What both registration forms are given. */
export interface RegistrationFormProps {
  shell: FormShell;
  reply: RegistrationReply | null | undefined;
  /** All distributors; null when there are so many that one searches by a part of the name. */
  distributors: readonly Choice[] | null;
  links: ConsentLinks;
  known: KnownPerson | null;
  /** Name of who brought the person here; null when nobody did. */
  origin: string | null;
}
