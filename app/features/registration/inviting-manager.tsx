import { type Dispatch, type SetStateAction, useState } from "react";
import { Disclosure } from "../../ui/core/disclosure";
import { fieldError, fieldValue } from "../../ui/core/field";
import { FieldSet } from "../../ui/core/field-set";
import type { FormShell } from "../../ui/core/form-shell";
import type { LookupResult } from "./lookup-result";
import { ManagerContactFields } from "./manager-contact-fields";

type InvitingManagerProps = {
  shell: FormShell;
  /** Name of the manager who invited the shop; empty when the upstream doesn't tell it. */
  name: string;
  found: LookupResult;
  setFound: Dispatch<SetStateAction<LookupResult>>;
};

/**
 * §5.4: a manager who invites a shop is its manager, and determines the distributor. Another one can be named in what is folded
 * behind the name; it is open as soon as somebody is named there, and where the server says something about that.
 */
export function InvitingManager({ shell, name, found, setFound }: InvitingManagerProps) {
  const [isNamed, setNamed] = useState(false);
  const sent = Boolean(fieldValue(shell, "manager_contact") || fieldError(shell, "manager_contact"));
  return (
    <FieldSet legend="Ваш менеджер">
      <p className="registration-inviter">{name || "Тот, кто вас пригласил."}</p>
      {/* A restored draft is typed by script, into a field that may be folded. */}
      <div onInput={() => setNamed(true)}>
        <Disclosure summary="Указать другого" open={sent || isNamed}>
          <ManagerContactFields shell={shell} isInvitedByManager found={found} setFound={setFound} conflict="" />
        </Disclosure>
      </div>
    </FieldSet>
  );
}
