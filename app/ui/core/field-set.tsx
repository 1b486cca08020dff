import type { ReactNode } from "react";

type FieldSetProps = { legend: ReactNode; hint?: ReactNode; children: ReactNode; disabled?: boolean };

/** A group of fields with a heading. */
export function FieldSet({ legend, hint, children, disabled }: FieldSetProps) {
  return (
    <fieldset className="field-set" disabled={disabled}>
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </fieldset>
  );
}

/** Two or three short fields in one row where the screen is wide enough. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="field-row">{children}</div>;
}
