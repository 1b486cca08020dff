import { SubmitButton } from "../../ui/button";
import { CheckboxField } from "../../ui/choice-field";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { useMissing } from "../../ui/missing";

type AgreementFormProps = {
  shell: FormShell;
  /** The rules document of the participant's role; "/" when there is none. */
  rulesLink: string;
};

/** The programme rules are accepted by ticking a box (§4.11, §5.13). */
export function AgreementForm({ shell, rulesLink }: AgreementFormProps) {
  const missing = useMissing(shell, listMissing);
  return (
    <FormFrame shell={shell}>
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
        required
      />
      <SubmitButton shell={shell} busyLabel="Принимаем…" disabled={missing.length > 0}>
        Принять правила
      </SubmitButton>
    </FormFrame>
  );
}

function listMissing(data: FormData): string[] {
  return data.has("agreement") ? [] : ["agreement"];
}
