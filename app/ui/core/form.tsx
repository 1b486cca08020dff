import type { SubmissionResult } from "@conform-to/react";
import { Form, type FormProps, useNavigation, useResolvedPath } from "@remix-run/react";
import type { ReactNode } from "react";
import { useBusy } from "./busy";
import { ErrorSummary } from "./error-summary";
import type { FormShell } from "./form-shell";

/**
 * The shell of a form on a page: a Remix Form whose result is the route's action data. Several forms on one page need their
 * own `result` each, and their `intent`, so that only the submitted one looks busy.
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
    useBusy(navigation.state, result) &&
    navigation.formMethod === "POST" &&
    sentTo !== undefined &&
    trimSlash(sentTo) === trimSlash(target) &&
    (intent === undefined || navigation.formData?.get("intent") === intent);
  return { id, Form, result, busy, sent: navigation.formData, action };
}

type FormLayoutProps = {
  shell: FormShell;
  children: ReactNode;
  encType?: FormProps["encType"];
  className?: string;
  /** Accessible name, if no heading beside the form names it. */
  label?: string;
  /** Turns native validation off, for a form that may be submitted half-filled. */
  noValidate?: boolean;
};

/**
 * A POST form with its error summary on top. Native validation (required, pattern) comes first, with and without JavaScript;
 * the server validates everything again, and its messages are in `shell.result`. A form that is being submitted isn't
 * submitted again.
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
