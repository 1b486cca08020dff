interface InputFieldProps {
  name: string;
  label: string;
  type?: string;
  autoComplete: string;
  value?: string;
  error?: string | undefined;
}

/** A field of one line that belongs to no act. */
export function InputField({ name, label, type = "text", autoComplete, value, error }: InputFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        className="input"
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      <p className="field-error" id={`${name}-error`}>
        {error}
      </p>
    </div>
  );
}
