import { FieldRow, FieldSet } from "../../ui/core/field-set";
import type { FormShell } from "../../ui/core/form-shell";
import { PhoneField, TextField } from "../../ui/core/text-field";

/** What an invitation tells of the person (§2.4.1). */
export interface KnownPerson {
  email: string;
  last_name: string;
  first_name: string;
  sur_name: string;
}

type PersonFieldsProps = {
  shell: FormShell;
  known: KnownPerson | null;
  /** Also asks for the position in the company (retail). */
  withPosition?: boolean;
};

/** Name, phone and e-mail of who registers (§5.3). */
export function PersonFields({ shell, known, withPosition }: PersonFieldsProps) {
  return (
    <FieldSet legend="О вас">
      <TextField
        shell={shell}
        name="last_name"
        label="Фамилия"
        autoComplete="family-name"
        maxLength={255}
        defaultValue={known?.last_name}
        required
      />
      <FieldRow>
        <TextField
          shell={shell}
          name="first_name"
          label="Имя"
          autoComplete="given-name"
          maxLength={255}
          defaultValue={known?.first_name}
          required
        />
        <TextField
          shell={shell}
          name="sur_name"
          label="Отчество"
          autoComplete="additional-name"
          maxLength={255}
          defaultValue={known?.sur_name}
          required
        />
      </FieldRow>
      <PhoneField shell={shell} name="phone" label="Телефон" hint="На него придёт СМС с кодом." required />
      <TextField
        shell={shell}
        name="email"
        label="E-mail"
        hint="На него придут логин и пароль."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        defaultValue={known?.email}
        required
      />
      {withPosition && (
        <TextField
          shell={shell}
          name="employee_position"
          label="Должность"
          autoComplete="organization-title"
          maxLength={255}
          optional
        />
      )}
    </FieldSet>
  );
}
