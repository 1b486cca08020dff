import { agreementRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { CheckboxField } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { listEmptyFields, useMissingFields } from "../../ui/core/missing-fields";

/** Why the rules are asked for. */
export const POINTS_AFTER_AGREEMENT = "Баллы начисляются только после этого.";

type AgreementFormProps = {
  shell: FormShell;
  /** The rules document of the participant's role; "/" when there is none. */
  rulesLink: string;
};

/** The programme rules are accepted by ticking a box (§4.11, §5.13). */
export function AgreementForm({ shell, rulesLink }: AgreementFormProps) {
  const missing = useMissingFields(shell, listMissing);
  return (
    <FormLayout shell={shell}>
      <CheckboxField
        shell={shell}
        name="agreement"
        label={
          <>
            Принимаю{" "}
            {rulesLink === "/" ? (
              "правила программы"
            ) : (
              <a href={rulesLink} target="_blank" rel="noopener">
                правила программы
              </a>
            )}
          </>
        }
        {...agreementRules.agreement}
      />
      <SubmitButton shell={shell} busyLabel="Принимаем…" disabled={missing.length > 0}>
        Принять правила
      </SubmitButton>
    </FormLayout>
  );
}

const listMissing = (data: FormData) => listEmptyFields(agreementRules, data);
