import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import type { FormShell } from "./form-shell";

/** primary: the main action, once a page; secondary: beside it; quiet: in rows and bars; danger: deletes something. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

const variantClass: Record<ButtonVariant, string> = {
  primary: "button",
  secondary: "button button--secondary",
  quiet: "button button--quiet",
  danger: "button button--danger",
};

/** wide: full width of its container; small: for table rows, still 44 px high. */
type ButtonLook = { variant?: ButtonVariant; wide?: boolean; small?: boolean };

function buttonClass({ variant = "primary", wide, small }: ButtonLook, extra?: string) {
  return [variantClass[variant], wide && "button--wide", small && "button--small", extra].filter(Boolean).join(" ");
}

type ButtonProps = ButtonLook & ComponentPropsWithoutRef<"button">;

/** A button. `type` defaults to "submit". */
export function Button({ variant, wide, small, className, type = "submit", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={buttonClass({ variant, wide, small }, className)} />;
}

/**
 * A button whose second press undoes the first. It ignores the second click of a double click, which would undo the first at
 * once.
 */
export function ToggleButton(props: ButtonProps) {
  return <Button {...props} onClick={(event) => event.detail > 1 && event.preventDefault()} />;
}

type ButtonLinkProps = ButtonLook & LinkProps;

/** A link that looks like a button. */
export function ButtonLink({ variant, wide, small, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, wide, small }, className)} />;
}

type SubmitButtonProps = ButtonProps & {
  shell: Pick<FormShell, "busy" | "sent">;
  /** The label while the form is being submitted by this button. */
  busyLabel?: ReactNode;
};

/**
 * Submits a form. During the submission it isn't disabled, so that it keeps the focus; FormLayout ignores a second press. Where
 * a form has several, each has a name and a value, by which the pressed one is known.
 */
export function SubmitButton({ shell, busyLabel, children, ...rest }: SubmitButtonProps) {
  const isPressed = !rest.name || !shell.sent || shell.sent.get(rest.name) === rest.value;
  return (
    <Button {...rest} aria-disabled={shell.busy || rest["aria-disabled"] || undefined}>
      {shell.busy && busyLabel && isPressed ? busyLabel : children}
    </Button>
  );
}

/**
 * The first child of a form with several submit buttons. Enter in a field presses the first submit button of the form, so
 * this one decides which `intent` that is. It is hidden from everybody.
 */
export function DefaultSubmit({ name = "intent", value }: { name?: string; value: string }) {
  return (
    <button type="submit" name={name} value={value} className="visually-hidden" tabIndex={-1} aria-hidden="true" />
  );
}

/** Buttons side by side; on a phone they wrap. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="button-row">{children}</div>;
}
