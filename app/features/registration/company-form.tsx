import { DefaultSubmit, SubmitButton } from "../../ui/core/button";
import type { Choice } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { CompanyFields } from "./company-fields";
import type { RegistrationReply } from "./lookup-result";
import { useLookupResult } from "./use-lookup";

interface CompanyFormProps {
  shell: FormShell;
  reply?: RegistrationReply | null | undefined;
  segments: readonly Choice[];
}

/** Adds a company to a member's own, with the look-ups and the segment of a registration (§3.2, §3.4). */
export function CompanyForm({ shell, reply, segments }: CompanyFormProps) {
  const [found, setFound] = useLookupResult(reply);
  return (
    <FormLayout shell={shell}>
      <DefaultSubmit value="register" />
      <CompanyFields shell={shell} segments={segments} found={found} setFound={setFound} />
      <div className="button-row">
        <SubmitButton shell={shell} name="intent" value="register" busyLabel="Добавляем…">
          Добавить компанию
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
