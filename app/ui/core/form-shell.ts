import type { SubmissionResult } from "@conform-to/react";
import type { FetcherWithComponents } from "@remix-run/react";

/** What a form component needs to know about its surroundings, a page or a dialog. */
export type FormShell = {
  /** Unique on the page; the prefix of every field's id. */
  id: string;
  Form: FetcherWithComponents<unknown>["Form"];
  /** The server's `submission.reply()`; null before the first submission. */
  result: SubmissionResult | null | undefined;
  /** True while this form is being submitted. */
  busy: boolean;
  /** What is being submitted, with the name and value of the pressed button. */
  sent?: FormData | undefined;
  /** Where the form posts to; the current page by default. */
  action?: string;
  /** True once the form has succeeded and the page or dialog goes on to the next step. */
  done?: boolean;
};

/** The part of a shell that fields need. A GET filter has no result: `{ id: "filter", result: null }`. */
export type FieldShell = Pick<FormShell, "id" | "result">;
