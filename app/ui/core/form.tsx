import type { SubmissionResult } from "@conform-to/react";
import { Form, type FormProps, useNavigation, useResolvedPath } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "./error-summary";
import type { FormShell } from "./form-shell";

/**
 * The shell of a form that stands on its page: a Remix Form, answered through the route's action data.
 * With several forms on one page pass each its own `result`, and its `intent` so that only the one sent looks busy.
 */
export function usePageForm(
  id: string,
  result: SubmissionResult | null | undefined,
  action?: string,
  intent?: string,
): FormShell {
  const navigation = useNavigation();
  const target = useResolvedPath(action ?? ".").pathname;
  const sentTo = navigation.formAction?.split("?")[0];
  const busy =
    navigation.state !== "idle" &&
    navigation.formMethod === "POST" &&
    sentTo !== undefined &&
    trimSlash(sentTo) === trimSlash(target) &&
    (intent === undefined || navigation.formData?.get("intent") === intent);
  return { id, Form, result, busy, action };
}

type FormLayoutProps = {
  shell: FormShell;
  children: ReactNode;
  encType?: FormProps["encType"];
  className?: string;
  /** Says what the form is for when no heading beside it does. */
  label?: string;
  /** Switches the browser's own checks off, for a form whose half-filled state may be sent. */
  noValidate?: boolean;
};

/**
 * A POST form with its error summary on top. The browser's own checks (required, pattern) act first, with and without
 * JavaScript; the server checks everything again and its words arrive in `shell.result`. A form on its way isn't sent again.
 */
export function FormLayout({ shell, children, encType, className, label, noValidate }: FormLayoutProps) {
  return (
    <shell.Form
      id={shell.id}
      method="post"
      action={shell.action}
      encType={encType}
      className={className ? `form ${className}` : "form"}
      aria-label={label}
      aria-busy={shell.busy || undefined}
      noValidate={noValidate}
      onSubmit={(event) => {
        if (shell.busy) event.preventDefault();
      }}
    >
      <ErrorSummary shell={shell} />
      {children}
    </shell.Form>
  );
}

function trimSlash(path: string) {
  return path.length > 1 ? path.replace(/\/+$/, "") : path;
}
