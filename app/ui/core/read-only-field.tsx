import { controlProps, FieldLayout, type FieldProps, fieldValue } from "./field";

type ReadOnlyFieldProps = FieldProps & {
  /** The result of a lookup; it takes precedence over the submitted value. */
  value?: string;
  /** Shown while there is no value. */
  placeholder?: string;
};

/** A field that a lookup fills in. The person checks its whole value, and it is submitted with the form. */
export function ReadOnlyField({ value, placeholder, ...field }: ReadOnlyFieldProps) {
  return (
    <FieldLayout {...field}>
      <textarea
        {...controlProps(field)}
        className="input"
        rows={2}
        readOnly
        value={value ?? String(fieldValue(field.shell, field.name) ?? "")}
        placeholder={placeholder}
      />
    </FieldLayout>
  );
}
