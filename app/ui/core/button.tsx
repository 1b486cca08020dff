import { Link, type LinkProps } from "@remix-run/react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import type { FormShell } from "./form-shell";

/** primary: the act of the page, once; secondary: beside it; quiet: in rows and bars; danger: takes something away. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

const variantClass: Record<ButtonVariant, string> = {
  primary: "button",
  secondary: "button button--secondary",
  quiet: "button button--quiet",
  danger: "button button--danger",
};

/** wide: as broad as its place; small: for rows and sheets, still 44 px high. */
type ButtonLook = { variant?: ButtonVariant; wide?: boolean; small?: boolean };

function buttonClass({ variant = "primary", wide, small }: ButtonLook, extra?: string) {
  return [variantClass[variant], wide && "button--wide", small && "button--small", extra].filter(Boolean).join(" ");
}

type ButtonProps = ButtonLook & ComponentPropsWithoutRef<"button">;

/** A button; `type` is "submit" unless said otherwise. `formNoValidate` lets a half-filled form through. */
export function Button({ variant, wide, small, className, type = "submit", ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={buttonClass({ variant, wide, small }, className)} />;
}

/**
 * A button that does a thing and, pressed again, takes it back from the same place. The second half of a double click is no
 * press: it would undo at once what the first has done.
 */
export function ToggleButton(props: ButtonProps) {
  return <Button {...props} onClick={(event) => event.detail > 1 && event.preventDefault()} />;
}

type ButtonLinkProps = ButtonLook & LinkProps;

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function ButtonLink({ variant, wide, small, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, wide, small }, className)} />;
}

type SubmitButtonProps = ButtonProps & {
  shell: Pick<FormShell, "busy">;
  /** Words while the form is on its way. */
  busyLabel?: ReactNode;
};

/** The button that sends a form. While it is on its way the button says so and keeps the focus; FormLayout stops a second press. */
export function SubmitButton({ shell, busyLabel, children, ...rest }: SubmitButtonProps) {
  return (
    <Button {...rest} aria-disabled={shell.busy || rest["aria-disabled"] || undefined}>
      {shell.busy && busyLabel ? busyLabel : children}
    </Button>
  );
}

/**
 * Goes first in a form with several submit buttons: Enter in a field presses the first one in the form, and this makes it
 * the main one. Nobody sees, hears or tabs to it.
 */
export function DefaultSubmit({ name = "intent", value }: { name?: string; value: string }) {
  return (
    <button type="submit" name={name} value={value} className="visually-hidden" tabIndex={-1} aria-hidden="true" />
  );
}

/** Buttons side by side, one under the other on a phone. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="button-row">{children}</div>;
}
