import type { FormEvent } from "react";
import { toRussianDate } from "../../../contract/russian-date";
import type { FieldShell } from "../../ui/core/form-shell";
import { TextField, type TextFieldProps } from "../../ui/core/text-field";
import { DATE_PATTERN, isCalendarDate, isWholeDate, toIsoDate } from "./passport-date";

/** A date, typed as дд.мм.гггг. With script it becomes a date input while it has the focus (§5.2). */
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
      onFocus={({ currentTarget }) => becomeDate(currentTarget)}
      onBlur={({ currentTarget }) => becomeText(currentTarget)}
      onBeforeInput={insertWholeDate}
    />
  );
}

function becomeDate(input: HTMLInputElement) {
  if (input.type === "date") return;
  const iso = toIsoDate(input.value);
  // An invalid date stays visible to be corrected; a date input would discard it.
  if (iso !== "" && !isCalendarDate(iso)) return;
  input.type = "date";
  input.value = iso;
}

function becomeText(input: HTMLInputElement) {
  const { badInput, rangeUnderflow, rangeOverflow } = input.validity;
  // The browser reports these errors itself before the form is sent.
  if (input.type !== "date" || badInput || rangeUnderflow || rangeOverflow) return;
  const { value } = input;
  input.type = "text";
  input.value = toRussianDate(value);
}

/** Accepts a whole date that is inserted at once, by a keyboard's suggestion or a program. A date input would discard it. */
function insertWholeDate(event: FormEvent<HTMLInputElement>) {
  const { currentTarget: input, nativeEvent } = event;
  const text = "data" in nativeEvent && typeof nativeEvent.data === "string" ? nativeEvent.data : "";
  if (input.type !== "date" || !isWholeDate(text)) return;
  event.preventDefault();
  const iso = toIsoDate(text);
  const isValid = isCalendarDate(iso);
  if (!isValid) input.type = "text";
  input.value = isValid ? iso : text.trim();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Shows a date that a date input has sent in the Russian format. */
function showRussianDate({ id, result }: FieldShell, name: string): FieldShell {
  const sent = result?.initialValue?.[name];
  if (typeof sent !== "string") return { id, result };
  return { id, result: { ...result, initialValue: { ...result?.initialValue, [name]: toRussianDate(sent) } } };
}
