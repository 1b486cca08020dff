import type { FormEvent } from "react";
import { toRussianDate } from "../../../contract/russian-date";
import type { FieldShell } from "../../ui/core/form-shell";
import { TextField, type TextFieldProps } from "../../ui/core/text-field";
import { DATE_PATTERN, isCalendarDate, isWholeDate, toIsoDate } from "./passport-date";

/** A date, typed as дд.мм.гггг. Where script runs it is a date input while it has the focus (§5.2). */
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
      onBeforeInput={takeWholeDate}
    />
  );
}

function becomeDate(input: HTMLInputElement) {
  if (input.type === "date") return;
  const iso = toIsoDate(input.value);
  // What can't be a date stays to be read and mended; a date input would swallow it.
  if (iso !== "" && !isCalendarDate(iso)) return;
  input.type = "date";
  input.value = iso;
}

function becomeText(input: HTMLInputElement) {
  const { badInput, rangeUnderflow, rangeOverflow } = input.validity;
  // The browser says itself what is wrong with these, before anything is sent.
  if (input.type !== "date" || badInput || rangeUnderflow || rangeOverflow) return;
  const { value } = input;
  input.type = "text";
  input.value = toRussianDate(value);
}

/** A date input takes single keys only: a date that a keyboard or a program puts in at one stroke would be gone. */
function takeWholeDate(event: FormEvent<HTMLInputElement>) {
  const { currentTarget: input, nativeEvent } = event;
  const text = "data" in nativeEvent && typeof nativeEvent.data === "string" ? nativeEvent.data : "";
  if (input.type !== "date" || !isWholeDate(text)) return;
  event.preventDefault();
  const iso = toIsoDate(text);
  const fits = isCalendarDate(iso);
  if (!fits) input.type = "text";
  input.value = fits ? iso : text.trim();
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** What a date input has sent comes back as people write it. */
function showRussianDate({ id, result }: FieldShell, name: string): FieldShell {
  const sent = result?.initialValue?.[name];
  if (typeof sent !== "string") return { id, result };
  return { id, result: { ...result, initialValue: { ...result?.initialValue, [name]: toRussianDate(sent) } } };
}
