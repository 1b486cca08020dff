import type { FocusEvent } from "react";
import type { FieldShell } from "../../ui/form";
import { TextField, type TextFieldProps } from "../../ui/text-field";
import { DATE_PATTERN, isCalendarDate, toIsoDate, toRussianDate } from "./passport-date";

/** A date, typed as дд.мм.гггг. Where script runs it becomes a date input on focus (§5.2), and a text again when left empty. */
export function DateField(props: TextFieldProps & { min: string; max: string }) {
  return (
    <TextField
      inputMode="numeric"
      placeholder="дд.мм.гггг"
      pattern={DATE_PATTERN}
      maxLength={10}
      title="Дата вида 25.03.1985"
      {...props}
      shell={showRussianDate(props.shell, props.name)}
      onFocus={becomeDate}
      onBlur={becomeText}
    />
  );
}

function becomeDate({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  if (input.type === "date") return;
  const iso = toIsoDate(input.value);
  // What can't be a date stays to be read and mended; a date input would swallow it.
  if (iso !== "" && !isCalendarDate(iso)) return;
  input.type = "date";
  input.value = iso;
}

function becomeText({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  if (input.type === "date" && input.value === "" && !input.validity.badInput) input.type = "text";
}

/** What a date input has sent comes back as people write it. */
function showRussianDate({ id, result }: FieldShell, name: string): FieldShell {
  const sent = result?.initialValue?.[name];
  if (typeof sent !== "string") return { id, result };
  return { id, result: { ...result, initialValue: { ...result?.initialValue, [name]: toRussianDate(sent) } } };
}
