import { controlProps, FieldLayout, type FieldProps, fieldValue } from "./field";

type ReadOnlyFieldProps = FieldProps & {
  /** What a look-up found; goes before what was sent. */
  value?: string;
  /** Shown while there is no value. */
  placeholder?: string;
};

/** A field that the person doesn't fill in, but that is sent along: found by a look-up, shown to be checked. */
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
