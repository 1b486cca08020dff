import type { ReactNode } from "react";
import type { FieldShell } from "./form-shell";

/** What every field takes, whatever its control. */
export type FieldProps = {
  shell: FieldShell;
  name: string;
  label: ReactNode;
  /** Stands between label and control. */
  hint?: ReactNode;
  /** Marks the field «необязательно»; everything else reads as needed. */
  optional?: boolean;
  /** An error that doesn't come from a submission (a look-up); it goes before the server's. */
  error?: string;
  /** A finding under the control, such as the name that belongs to a number; announced politely. */
  status?: ReactNode;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
};

/** The id of the control that bears a name in a form; the error summary links to it. */
export function controlId(shell: FieldShell, name: string) {
  return `${shell.id}-${name}`;
}

/** A field's messages as the server sent them, joined by line breaks; undefined when it has none. */
export function fieldError(shell: FieldShell, name: string) {
  const messages = shell.result?.error?.[name];
  return messages && messages.length > 0 ? messages.join("\n") : undefined;
}

/** What the person had typed when a submission came back, else the page's own value. */
export function fieldValue(shell: FieldShell, name: string, fallback?: string | number | readonly string[]) {
  const sent = shell.result?.initialValue;
  if (!sent) return fallback;
  const value = sent[name];
  return typeof value === "string" ? value : "";
}

/** The values that were chosen under one name when a submission came back; undefined when nothing was sent yet. */
export function chosenValues(shell: FieldShell, name: string): string[] | undefined {
  const sent = shell.result?.initialValue;
  if (!sent) return undefined;
  const value = sent[name];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** Id and ARIA attributes that tie a control to its hint and error line. */
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

/** The error line. It keeps its room when empty, so that nothing moves under the finger. */
export function FieldError({ shell, name, error }: Pick<FieldProps, "shell" | "name" | "error">) {
  return (
    <p className="field-error" id={`${controlId(shell, name)}-error`}>
      {error ?? fieldError(shell, name)}
    </p>
  );
}

type FieldLayoutProps = FieldProps & { children: ReactNode; className?: string };

/** Label, hint, control, finding and error line of one field; the control is the child and takes `controlProps`. */
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
