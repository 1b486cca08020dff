import { SubmitButton } from "../../ui/button";
import { type Choice, SelectField } from "../../ui/choice-field";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";

/** A member without a curator chooses a distributor (§4.11). */
export function CuratorForm({ shell, distributors }: { shell: FormShell; distributors: readonly Choice[] }) {
  return (
    <FormFrame shell={shell}>
      <SelectField
        shell={shell}
        name="curator"
        label="Дистрибьютор"
        hint="Компания, у которой вы покупаете."
        choices={distributors}
        placeholder="Выберите дистрибьютора"
        required
      />
      <div className="brow">
        <SubmitButton shell={shell} busyLabel="Сохраняем…">
          Выбрать дистрибьютора
        </SubmitButton>
      </div>
    </FormFrame>
  );
}
