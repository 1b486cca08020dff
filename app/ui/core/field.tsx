import type { ReactNode } from "react";
import type { FieldShell } from "./form-shell";

/** Props of every kind of field. */
export type FieldProps = {
  shell: FieldShell;
  name: string;
  label: ReactNode;
  /** Between label and control. */
  hint?: ReactNode;
  /** Marks the field «необязательно»; fields without the mark are required. */
  optional?: boolean;
  /** An error that doesn't come from a submission, such as one of a lookup; it takes precedence over the server's. */
  error?: string;
  /** The result of a lookup, below the control, such as the name that belongs to a number; announced politely. */
  status?: ReactNode;
  /** The label is for screen readers only. */
  labelHidden?: boolean;
};

/** Id of the control of a field; the error summary links to it. */
export function controlId(shell: FieldShell, name: string) {
  return `${shell.id}-${name}`;
}

/** The server's messages for a field, joined by line breaks; undefined if there are none. */
export function fieldError(shell: FieldShell, name: string) {
  const messages = shell.result?.error?.[name];
  return messages && messages.length > 0 ? messages.join("\n") : undefined;
}

/** The submitted value if the form was sent back, else `fallback`. */
export function fieldValue(shell: FieldShell, name: string, fallback?: string | number | readonly string[]) {
  const sent = shell.result?.initialValue;
  if (!sent) return fallback;
  const value = sent[name];
  return typeof value === "string" ? value : "";
}

/** The submitted values of a name; undefined before the first submission. */
export function chosenValues(shell: FieldShell, name: string): string[] | undefined {
  const sent = shell.result?.initialValue;
  if (!sent) return undefined;
  const value = sent[name];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** Id and ARIA attributes that connect a control with its hint and its error. */
export function controlProps({ shell, name, hint, error }: Pick<FieldProps, "shell" | "name" | "hint" | "error">) {
  const id = controlId(shell, name);
  const failed = error ?? fieldError(shell, name);
  const describedBy = [hint ? `${id}-hint` : "", failed ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    name,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": failed ? (true as const) : undefined,
  };
}

/** Hint of a field or of a group. */
export function FieldHint({ shell, name, hint }: Pick<FieldProps, "shell" | "name" | "hint">) {
  if (!hint) return null;
  return (
    <p className="hint" id={`${controlId(shell, name)}-hint`}>
      {hint}
    </p>
  );
}

/** The error of a field. An empty one keeps its height, so that the layout doesn't shift. */
export function FieldError({ shell, name, error }: Pick<FieldProps, "shell" | "name" | "error">) {
  return (
    <p className="field-error" id={`${controlId(shell, name)}-error`}>
      {error ?? fieldError(shell, name)}
    </p>
  );
}

type FieldLayoutProps = FieldProps & { children: ReactNode; className?: string };

/** Label, hint, control, status and error of a field. The control is the child; it takes `controlProps`. */
export function FieldLayout({ children, className, ...field }: FieldLayoutProps) {
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label htmlFor={controlId(field.shell, field.name)} className={field.labelHidden ? "visually-hidden" : undefined}>
        {field.label}
        {field.optional && <span className="field-optional"> необязательно</span>}
      </label>
      <FieldHint {...field} />
      {children}
      {field.status !== undefined && (
        <p className="field-status" role="status">
          {field.status}
        </p>
      )}
      <FieldError {...field} />
    </div>
  );
}
