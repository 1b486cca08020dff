import type { FocusEvent } from "react";
import { cardNumberRule, phoneRule } from "../../../contract/field-rules";
import type { MobileOperator } from "../../../contract/prizes";
import { SelectField } from "../../ui/core/choice-field";
import type { FieldShell } from "../../ui/core/form-shell";
import { PhoneField, TextField } from "../../ui/core/text-field";
import { CardNumberField } from "./card-number-field";
import type { OrderField as OrderFieldRule } from "./kinds/gift-kind";

/** The participant's own phone, as people write it, and its probable operator, which may be empty. */
export interface OwnPhone {
  phone: string;
  operator: string;
}

interface OrderFieldProps {
  shell: FieldShell;
  field: OrderFieldRule;
  operators: readonly MobileOperator[];
  /** Fills in the fields of a top-up; null where the gift has none. */
  own: OwnPhone | null;
}

/** The input of a field that a kind of gift asks for. */
export function OrderField({ shell, field, operators, own }: OrderFieldProps) {
  const { name, label, hint } = field;
  const common = { shell, name, label, hint };
  switch (field.type) {
    case "phone":
      return <PhoneField {...common} {...phoneRule} defaultValue={own?.phone} onFocus={selectDefaultValue} />;
    case "card-number":
      return <CardNumberField {...common} {...cardNumberRule} />;
    case "mobile-operator":
      return (
        <SelectField
          {...common}
          hint={own?.operator ? "Выбран по вашему номеру. Для другого номера проверьте оператора." : hint}
          defaultValue={own?.operator}
          required
          placeholder="Выберите оператора"
          choices={operators.map(({ id, name }) => ({ value: id, label: name }))}
        />
      );
    case "text":
      return <TextField {...common} {...field.rule} {...field.attributes} />;
  }
}

/**
 * Selects the participant's own number, so that another one is typed over it; a number that was typed stays.
 * Later than the event, because a tap places the caret after it has given the focus. On a slow phone the person may have typed
 * or gone on to another field by then, from which selecting would take the focus.
 */
function selectDefaultValue({ currentTarget: input }: FocusEvent<HTMLInputElement>): void {
  setTimeout(() => {
    if (input === document.activeElement && input.value === input.defaultValue) input.select();
  });
}
