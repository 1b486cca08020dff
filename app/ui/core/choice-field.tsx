import type { ComponentPropsWithoutRef, ReactNode } from "react";
import {
  chosenValues,
  controlId,
  controlProps,
  FieldError,
  FieldHint,
  FieldLayout,
  type FieldProps,
  fieldValue,
} from "./field";

/** One option of a list. */
export type Choice = { value: string; label: string; hint?: ReactNode; disabled?: boolean };

type SelectFieldProps = FieldProps & {
  choices: readonly Choice[];
  /** The first, empty option. With `required` the browser refuses it. */
  placeholder?: string;
} & Omit<ComponentPropsWithoutRef<"select">, keyof FieldProps | "id" | "children">;

/** A native drop-down list. */
export function SelectField(props: SelectFieldProps) {
  const { shell, name, label, hint, optional, error, status, labelHidden, choices, placeholder, className, ...select } =
    props;
  const field = { shell, name, label, hint, optional, error, status, labelHidden };
  const value = "value" in select ? {} : { defaultValue: fieldValue(shell, name, select.defaultValue) };
  return (
    <FieldLayout {...field} className={className}>
      <select {...select} {...value} {...controlProps(field)} className="input">
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldLayout>
  );
}

type CheckboxFieldProps = Omit<FieldProps, "optional" | "labelHidden" | "status"> &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "id" | "type">;

/** A checkbox. Its label may contain links; `value` defaults to "on". */
export function CheckboxField({ shell, name, label, hint, error, className, ...input }: CheckboxFieldProps) {
  const chosen = chosenValues(shell, name);
  const checked =
    "checked" in input
      ? {}
      : { defaultChecked: chosen ? chosen.includes(String(input.value ?? "on")) : input.defaultChecked };
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label className="choice">
        <input {...input} {...checked} {...controlProps({ shell, name, hint, error })} type="checkbox" />
        <span>{label}</span>
      </label>
      <FieldHint shell={shell} name={name} hint={hint} />
      <FieldError shell={shell} name={name} error={error} />
    </div>
  );
}

type RadioGroupProps = Omit<FieldProps, "status"> & {
  choices: readonly Choice[];
  defaultValue?: string;
  /** Together with `onChange`: makes the group controlled. */
  value?: string;
  onChange?: (value: string) => void;
  required?: boolean;
  /** Puts two or three short options side by side. */
  inline?: boolean;
};

/** Radio buttons. The first one has the field's id, so that error links lead to it. */
export function RadioGroup(props: RadioGroupProps) {
  const { shell, name, label, hint, optional, error, labelHidden, choices, required, inline, value, onChange } = props;
  const id = controlId(shell, name);
  const { "aria-describedby": describedBy, "aria-invalid": invalid } = controlProps({ shell, name, hint, error });
  const chosen = fieldValue(shell, name, props.defaultValue);
  return (
    <fieldset className={inline ? "field field--inline" : "field"} aria-describedby={describedBy}>
      <legend className={labelHidden ? "visually-hidden" : undefined}>
        {label}
        {optional && <span className="field-optional"> необязательно</span>}
      </legend>
      <FieldHint shell={shell} name={name} hint={hint} />
      <div className="field-choices">
        {choices.map((choice, index) => (
          <label key={choice.value} className="choice">
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${choice.value}`}
              name={name}
              value={choice.value}
              required={required}
              disabled={choice.disabled}
              aria-invalid={invalid}
              {...(value === undefined
                ? { defaultChecked: chosen === choice.value }
                : { checked: value === choice.value })}
              onChange={onChange && (() => onChange(choice.value))}
            />
            <span>
              {`${choice.label} `}
              {choice.hint && <small>{choice.hint}</small>}{" "}
            </span>
          </label>
        ))}
      </div>
      <FieldError shell={shell} name={name} error={error} />
    </fieldset>
  );
}
