import type { SubmissionResult } from "@conform-to/react";
import type { FetcherWithComponents } from "@remix-run/react";

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
