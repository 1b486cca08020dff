import type { RowMessage } from "../../../contract/reply-fields";
import type { RowErrorView } from "../../ui/lazy/row-errors";

/** An uploaded report as the list shows it. */
export interface ReportView {
  id: string;
  fileName: string;
  date: string;
  /** As the upstream sent it; it may be unknown. */
  status: string;
  total?: number | undefined;
  processed?: number | undefined;
  failed?: number | undefined;
  /** Rows that were counted before; they aren't among those that failed. */
  repeated?: number | undefined;
  points?: number | undefined;
  /** Only the first errors. */
  errors: RowErrorView[];
}

export interface ReportListView {
  items: ReportView[];
  page: number;
  perPage: number;
  total: number;
}

/** How many rows brought points. Undefined while the upstream doesn't tell. */
export function countCounted({ processed, failed = 0, repeated = 0 }: ReportView): number | undefined {
  return processed === undefined ? undefined : Math.max(0, processed - failed - repeated);
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
  count: number | undefined;
  points: number | undefined;
}

/** What counting a report would come to. */
export interface ReportPreviewView {
  fileName: string;
  /** The report that the file became; empty while it doesn't count. */
  reportId: string;
  /** When the club deletes the file. */
  keptUntil: string;
  total: number | undefined;
  /** Rows that would count, returned sales among them. */
  counted: number;
  returned: number;
  points: number | undefined;
  failed: number;
  repeated: number;
  repeats: RowMessage[];
  /** Rows like one above them that would count too. */
  equal: number;
  equalRows: RowMessage[];
  /** The headers of the file, and which of them stands for which column. */
  headers: readonly { name: string; example: string }[];
  columns: Readonly<Record<string, string>>;
  /** Whether required columns have to be named first. */
  needsColumns: boolean;
  areColumnsRemembered: boolean;
  /** Empty when no operator has to approve the report. */
  holdReason: string;
  errors: { items: RowErrorView[]; page: number; perPage: number; total: number; areCut: boolean };
}
