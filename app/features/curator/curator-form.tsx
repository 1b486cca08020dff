import { distributorRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { type Choice, SelectField } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";

/** A member without a curator chooses a distributor (§4.11). */
export function CuratorForm({ shell, distributors }: { shell: FormShell; distributors: readonly Choice[] }) {
  return (
    <FormLayout shell={shell}>
      <SelectField
        shell={shell}
        name="curator"
        label="Дистрибьютор"
        hint="Компания, у которой вы покупаете."
        choices={distributors}
        placeholder="Выберите дистрибьютора"
        {...distributorRules.curator}
      />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Сохраняем…">
          Выбрать дистрибьютора
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
