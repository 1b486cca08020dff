import { type Dispatch, type SetStateAction, useState } from "react";
import { memberRegistrationRules } from "../../../contract/field-rules";
import { MANAGER_LOOKUP_DEBOUNCE_MS } from "../../../contract/values";
import { CheckboxField, RadioGroup } from "../../ui/core/choice-field";
import { fieldValue } from "../../ui/core/field";
import type { FormShell } from "../../ui/core/form-shell";
import { Notice } from "../../ui/core/notice";
import { TextField } from "../../ui/core/text-field";
import { TOLD_CONFLICT } from "./distributor-conflict";
import { LookupButton } from "./lookup-button";
import type { LookupResult } from "./lookup-result";
import { useLookup } from "./use-lookup";

type ManagerContactFieldsProps = {
  shell: FormShell;
  /** A manager has invited the person, so no other is needed (§5.4). */
  isInvitedByManager: boolean;
  found: LookupResult;
  setFound: Dispatch<SetStateAction<LookupResult>>;
  /** The manager works at another distributor than the chosen one; empty without such a conflict. */
  conflict: string;
};

const KEYS = ["manager", "managerCompany", "checkedManager", "managerError"] as const;

/** The manager, looked up by phone or e-mail (§3.5, §5.9), or a box for registering without one. */
export function ManagerContactFields({
  shell,
  isInvitedByManager,
  found,
  setFound,
  conflict,
}: ManagerContactFieldsProps) {
  const check = useLookup(shell, "check-manager", KEYS, setFound);
  const [mode, setMode] = useState(String(fieldValue(shell, "manager_contact_mode", "phone")));
  const place = `${shell.id}-manager`;
  return (
    <div id={place}>
      <RadioGroup
        shell={shell}
        name="manager_contact_mode"
        label="Менеджер по продажам"
        choices={[
          { value: "phone", label: "По телефону" },
          { value: "email", label: "По e-mail" },
        ]}
        defaultValue="phone"
        onChange={setMode}
        inline
      />
      <div className="registration-lookup">
        <TextField
          shell={shell}
          name="manager_contact"
          label="Телефон или e-mail менеджера"
          hint="Тот, с которым он в клубе."
          inputMode={mode === "email" ? "email" : "tel"}
          autoComplete="off"
          autoCapitalize="none"
          {...memberRegistrationRules.manager_contact}
          optional={isInvitedByManager}
          status={found.manager}
          error={found.managerError || undefined}
          onInput={(event) => {
            setFound((last) => ({ ...last, manager: "", managerCompany: "", managerError: "" }));
            check.runSoon(event.currentTarget.value.trim() !== "" && MANAGER_LOOKUP_DEBOUNCE_MS);
          }}
        />
        <LookupButton intent="check-manager" lookup={check} place={place} action={shell.action}>
          Проверить<span className="visually-hidden"> менеджера</span>
        </LookupButton>
      </div>
      <input type="hidden" name="manager_found" value={found.manager} />
      <input type="hidden" name="manager_company" value={found.managerCompany} />
      <input type="hidden" name="checked_manager" value={found.checkedManager} />
      {conflict && <Notice kind="warning">{conflict}</Notice>}
      <input type="hidden" name={TOLD_CONFLICT} value={conflict} />
      {!isInvitedByManager && (
        <CheckboxField
          shell={shell}
          name="agreementMember"
          label="Согласен зарегистри&shy;роваться без менеджера по продажам"
        />
      )}
    </div>
  );
}
