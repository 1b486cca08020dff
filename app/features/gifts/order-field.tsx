import type { FocusEvent } from "react";
import { cardNumberRule, phoneRule } from "../../../contract/field-rules";
import type { MobileOperator } from "../../../contract/prizes";
import { SelectField } from "../../ui/core/choice-field";
import type { FieldShell } from "../../ui/core/form-shell";
import { PhoneField, TextField } from "../../ui/core/text-field";
import { CardNumberField } from "./card-number-field";
import type { OrderField as OrderFieldRule } from "./kinds/gift-kind";

/** Whom a gift is probably for. */
export interface KnownRecipient {
  /** As people write it: the phone of the last top-up, else the participant's own; empty where the gift has none. */
  phone: string;
  /** The id of the phone's probable operator, which may be empty. */
  operator: string;
  /** It is another phone than the participant's own. */
  isLast: boolean;
  /** The last four digits of the card of the last payout; empty where there was none. */
  card: string;
}

interface OrderFieldProps {
  shell: FieldShell;
  field: OrderFieldRule;
  operators: readonly MobileOperator[];
  known: KnownRecipient;
}

/** The input of a field that a kind of gift asks for. */
export function OrderField({ shell, field, operators, known }: OrderFieldProps) {
  const { name, label, hint } = field;
  const common = { shell, name, label, hint };
  switch (field.type) {
    case "phone":
      return (
        <PhoneField
          {...common}
          {...phoneRule}
          hint={known.isLast ? "Вписан номер из прошлого раза: замените, если нужен другой." : hint}
          defaultValue={known.phone}
          onFocus={selectDefaultValue}
        />
      );
    case "card-number":
      return (
        <CardNumberField
          {...common}
          {...cardNumberRule}
          hint={known.card ? `В прошлый раз: ••\u00a0${known.card} — введите номер ещё раз.` : hint}
        />
      );
    case "mobile-operator":
      return (
        <SelectField
          {...common}
          hint={known.operator ? `${known.isLast ? LAST : GUESSED} Для другого номера проверьте оператора.` : hint}
          defaultValue={known.operator}
          required
          placeholder="Выберите оператора"
          choices={operators.map(({ id, name }) => ({ value: id, label: name }))}
        />
      );
    case "text":
      return <TextField {...common} {...field.rule} {...field.attributes} />;
  }
}

const GUESSED = "Выбран по вашему номеру.";
const LAST = "Как в прошлый раз.";

/**
 * Selects the number that was filled in, so that another one is typed over it; a number that was typed stays.
 * Later than the event, because a tap places the caret after it has given the focus. On a slow phone the person may have typed
 * or gone on to another field by then, from which selecting would take the focus.
 */
function selectDefaultValue({ currentTarget: input }: FocusEvent<HTMLInputElement>): void {
  setTimeout(() => {
    if (input === document.activeElement && input.value === input.defaultValue) input.select();
  });
}
