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
  /** Only the first errors; the export has all. */
  errors: { row?: number | undefined; field: string; message: string }[];
}
