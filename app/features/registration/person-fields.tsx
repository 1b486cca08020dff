import { memberRegistrationRules, personRules } from "../../../contract/field-rules";
import { FieldRow, FieldSet } from "../../ui/core/field-set";
import type { FormShell } from "../../ui/core/form-shell";
import { PhoneField, TextField } from "../../ui/core/text-field";

/** What an invitation contains about the person (§2.4.1). */
export interface KnownPerson {
  email: string;
  last_name: string;
  first_name: string;
  sur_name: string;
}

type PersonFieldsProps = {
  shell: FormShell;
  known: KnownPerson | null;
  /** Also asks for the position in the company (members). */
  withPosition?: boolean;
};

/** Name, phone and e-mail of the person who registers (§5.3). */
export function PersonFields({ shell, known, withPosition }: PersonFieldsProps) {
  return (
    <FieldSet legend="О вас">
      <TextField
        shell={shell}
        name="last_name"
        label="Фамилия"
        autoComplete="family-name"
        defaultValue={known?.last_name}
        {...personRules.last_name}
      />
      <FieldRow>
        <TextField
          shell={shell}
          name="first_name"
          label="Имя"
          autoComplete="given-name"
          defaultValue={known?.first_name}
          {...personRules.first_name}
        />
        <TextField
          shell={shell}
          name="sur_name"
          label="Отчество"
          autoComplete="additional-name"
          defaultValue={known?.sur_name}
          {...personRules.sur_name}
        />
      </FieldRow>
      <PhoneField shell={shell} name="phone" label="Телефон" hint="Пришлём СМС с кодом." {...personRules.phone} />
      <TextField
        shell={shell}
        name="email"
        label="E-mail"
        hint="Пришлём логин и пароль."
        autoComplete="email"
        autoCapitalize="none"
        defaultValue={known?.email}
        {...personRules.email}
      />
      {withPosition && (
        <TextField
          shell={shell}
          name="employee_position"
          label="Должность"
          autoComplete="organization-title"
          {...memberRegistrationRules.employee_position}
          optional
        />
      )}
    </FieldSet>
  );
}
