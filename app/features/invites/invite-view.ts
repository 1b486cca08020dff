import type { TaskStatus } from "../../../contract/values";

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

/** What the address asks of the list. */
export interface InviteFilters {
  search: string;
  status: string;
}

export type TaskKind = "import" | "resend";

/** How far an import or a resend is. */
export interface TaskView {
  id: string;
  status: TaskStatus;
  total: number;
  processed: number;
  failed: number;
  /** The first ones; the export has all. */
  errors: { row: number; field: string; message: string }[];
}

/** Milliseconds between two looks at work that runs. */
export const TASK_POLL_MS = 2000;

export function isTaskRunning({ status }: { status: TaskStatus }): boolean {
  return status === "queued" || status === "in_progress";
}
