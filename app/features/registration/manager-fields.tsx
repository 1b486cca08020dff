import { type Dispatch, type SetStateAction, useState } from "react";
import { MANAGER_LOOKUP_DEBOUNCE_MS } from "../../../contract/values";
import { CheckboxField, RadioGroup } from "../../ui/core/choice-field";
import { fieldValue } from "../../ui/core/field";
import type { FormShell } from "../../ui/core/form-shell";
import { TextField } from "../../ui/core/text-field";
import { LookUpButton } from "./lookup-button";
import type { Finding } from "./lookup-result";
import { useLookUp } from "./use-lookups";

type ManagerFieldsProps = {
  shell: FormShell;
  /** Who invited or referred the person counts as chosen, so a manager may be left out. */
  isLinked: boolean;
  finding: Finding;
  setFinding: Dispatch<SetStateAction<Finding>>;
};

const KEYS = ["manager", "checkedManager", "managerError"] as const;

/** The sales manager, found by phone or e-mail and checked before (§3.5, §5.9); or none, when that is ticked. */
export function ManagerFields({ shell, isLinked, finding, setFinding }: ManagerFieldsProps) {
  const check = useLookUp(shell, "check-manager", KEYS, setFinding);
  const [mode, setMode] = useState(String(fieldValue(shell, "manager_contact_mode", "phone")));
  const place = `${shell.id}-manager`;
  return (
    <div id={place} className="manager">
      <RadioGroup
        shell={shell}
        name="manager_contact_mode"
        label="Менеджер по продажам (Сейлз)"
        choices={[
          { value: "phone", label: "По телефону" },
          { value: "email", label: "По e-mail" },
        ]}
        defaultValue="phone"
        onChange={setMode}
        inline
      />
      <TextField
        shell={shell}
        name="manager_contact"
        label="Телефон или e-mail менеджера"
        hint="Спросите у менеджера, с каким контактом он в клубе."
        inputMode={mode === "email" ? "email" : "tel"}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        optional={isLinked}
        status={finding.manager}
        error={finding.managerError || undefined}
        onInput={(event) => {
          setFinding((last) => ({ ...last, manager: "", managerError: "" }));
          check.askSoon(event.currentTarget.value.trim() !== "" && MANAGER_LOOKUP_DEBOUNCE_MS);
        }}
      />
      <input type="hidden" name="manager_found" value={finding.manager} />
      <input type="hidden" name="checked_manager" value={finding.checkedManager} />
      <LookUpButton intent="check-manager" lookUp={check} place={place} action={shell.action}>
        Проверить менеджера
      </LookUpButton>
      {!isLinked && (
        <CheckboxField
          shell={shell}
          name="agreementMember"
          label="Согласен зарегистрироваться без менеджера по продажам"
        />
      )}
    </div>
  );
}
