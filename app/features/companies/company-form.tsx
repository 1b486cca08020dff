import { companyRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { type Choice, SelectField } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextField } from "../../ui/core/text-field";

/** Adds a company to a member's own. Legal name and address come from the register of companies (§3.4). */
export function CompanyForm({ shell, segments }: { shell: FormShell; segments: readonly Choice[] }) {
  return (
    <FormLayout shell={shell}>
      <TextField
        shell={shell}
        name="company_inn"
        label="ИНН"
        hint="10 цифр у компании, 12 у предпринимателя. Юридические название и адрес найдём сами."
        autoComplete="off"
        {...companyRules.company_inn}
      />
      <TextField
        shell={shell}
        name="company_actual_name_organization"
        label="Название на вывеске"
        autoComplete="organization"
        {...companyRules.company_actual_name_organization}
        optional
      />
      <TextField
        shell={shell}
        name="company_actual_address_organization"
        label="Фактический адрес"
        hint="Город, улица, дом."
        autoComplete="street-address"
        {...companyRules.company_actual_address_organization}
      />
      <SelectField
        shell={shell}
        name="company_segment_id"
        label="Сегмент"
        choices={segments}
        placeholder="Чем занимается компания"
        {...companyRules.company_segment_id}
      />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Добавляем…">
          Добавить компанию
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
