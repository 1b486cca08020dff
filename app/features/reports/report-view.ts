import type { TaskStatus } from "../../../contract/values";

export interface RowErrorView {
  row: number;
  field: string;
  message: string;
}

/** An uploaded report as the list shows it. */
export interface ReportView {
  id: string;
  fileName: string;
  date: string;
  status: TaskStatus;
  total: number;
  processed: number;
  failed: number;
  points: number;
  /** Only the first errors. */
  errors: RowErrorView[];
}

export interface ReportListView {
  items: ReportView[];
  page: number;
  perPage: number;
  total: number;
}

/** A counted row (§3.10). */
export interface ReportRowView {
  key: number;
  date: string;
  manager: string;
  shop: string;
  inn: string;
  code: string;
  name: string;
  count: number;
  points: number;
}
