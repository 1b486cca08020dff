import { controlProps, FieldLayout, type FieldProps, fieldValue } from "./field";

type ReadOnlyFieldProps = FieldProps & {
  /** The result of a lookup; it takes precedence over the submitted value. */
  value?: string;
  /** Shown while there is no value. */
  placeholder?: string;
};

/** A field that a lookup fills in. The person checks its value, and it is submitted with the form. */
export function ReadOnlyField({ value, placeholder, ...field }: ReadOnlyFieldProps) {
  return (
    <FieldLayout {...field}>
      <input
        {...controlProps(field)}
        className="input"
        type="text"
        readOnly
        value={value ?? String(fieldValue(field.shell, field.name) ?? "")}
        placeholder={placeholder}
      />
    </FieldLayout>
  );
}
