import type { SubmissionResult } from "@conform-to/react";
import { type FetcherWithComponents, Form, type FormProps, useNavigation, useResolvedPath } from "@remix-run/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "./error-summary";

/** What a form needs to know of the place that it stands in: a page, or later a dialog. Form components take it as a prop. */
export type FormShell = {
  /** Unique on the page; the prefix of every field's id. */
  id: string;
  Form: FetcherWithComponents<unknown>["Form"];
  /** The server's `submission.reply()`; null before the first submission. */
  result: SubmissionResult | null | undefined;
  /** True while this form is on its way to the server. */
  busy: boolean;
  /** Where the form posts to; the current page when left out. */
  action?: string;
  /** True once the form has done its work and its place goes on to something else. */
  done?: boolean;
};

/** The part of a shell that a field reads. A GET filter has no result: `{ id: "filter", result: null }`. */
export type FieldShell = Pick<FormShell, "id" | "result">;

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

type FormFrameProps = {
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
export function FormFrame({ shell, children, encType, className, label, noValidate }: FormFrameProps) {
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
