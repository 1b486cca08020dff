import type { RowMessage } from "../../../contract/reply-fields";
import type { RowErrorView } from "../../ui/lazy/row-errors";

/** An invitation as the list shows it (§3.10). */
export interface InviteView {
  id: string;
  date: string;
  name: string;
  email: string;
  status: string;
  /** The date on which the invited person became active; empty until then. */
  confirmation: string;
}

/** The filters in the page's address. */
export interface InviteFilters {
  search: string;
  status: string;
}

export type TaskKind = "import" | "resend";

/** The progress of an import or a resend. */
export interface TaskView {
  id: string;
  /** As the upstream sent it; it may be unknown. */
  status: string;
  total?: number | undefined;
  processed?: number | undefined;
  failed?: number | undefined;
  /** Rows of people who have been invited or are in the club; they aren't among those that failed. */
  repeated?: number | undefined;
  /** Which rows those are: perhaps only the first ones. */
  repeats: RowMessage[];
  /** Only the first errors; the export has all. */
  errors: RowErrorView[];
}

/** The list that was imported last. */
export interface LastImportView {
  id: string;
  date: string;
  /** As the upstream sent it; it may be unknown. */
  status: string;
  total: number | undefined;
  failed: number;
}
