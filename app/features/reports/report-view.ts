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
  /** Rows of the file that have a value, and those of them that aren't sales. Undefined while the upstream doesn't tell. */
  lines?: number | undefined;
  leftOut?: number | undefined;
  /** What became of counted sales that a file with all sales of a period doesn't have, each with its name. */
  goneFacts: readonly { term: string; value: string }[];
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

/** What of a file has two meanings; `answer` is empty while nobody has said. */
export interface ReadingQuestionView {
  name: string;
  text: string;
  answer: string;
  choices: readonly { value: string; label: string }[];
}

/** Rows that have a counted sale with another number, the first ones of them. An answer is empty while nobody has said. */
export interface CorrectionsView {
  total: number;
  rows: readonly { row: number; text: string; was?: number | undefined; became?: number | undefined; answer: string }[];
  /** What becomes of those that have no answer of their own. */
  answer: string;
  /** Names what was shown, so that an answer is about nothing else. */
  shown: string;
  /** Whether some have no answer. */
  areOpen: boolean;
}

/** The period of which a file has all sales; `sums` are empty where it is said of none. */
export interface PeriodView {
  /** Days as "YYYY-MM-DD": those that were said, or the first and the last one of the file. */
  from: string;
  to: string;
  sums: readonly {
    name: string;
    rows?: number | undefined;
    pieces?: number | undefined;
    points?: number | undefined;
  }[];
  /** Counted sales of these days that the file doesn't have, the first ones of them. */
  goneRows: readonly { key: number; text: string; count?: number | undefined; points?: number | undefined }[];
  /** What becomes of them; empty while nobody has said. */
  answer: string;
  /** Names what was shown, so that an answer is about nothing else. */
  shown: string;
  /** Whether it has to be said. */
  areOpen: boolean;
  choices: readonly { value: string; label: string }[];
  texts: { title: string; hint: string; question: string; note: string; submit: string };
}

/** What stands above everything else of a check. */
export interface PreviewNotice {
  kind: "info" | "warning" | "error";
  title: string;
  lines: readonly string[];
}

/** What counting a report would come to. */
export interface ReportPreviewView {
  fileName: string;
  /** The report that the file became; empty while it doesn't count. */
  reportId: string;
  /** When the club deletes the file. */
  keptUntil: string;
  notice: PreviewNotice;
  facts: readonly { term: string; value: string }[];
  canCount: boolean;
  failed: number;
  repeated: number;
  repeats: RowMessage[];
  /** Rows like one above them that would count too. */
  equal: number;
  equalRows: RowMessage[];
  /** Names what is shown, so that a press counts nothing else. */
  checked: string;
  corrections: CorrectionsView;
  period: PeriodView;
  /** The headers of the file, and which of them stands for which column. */
  headers: readonly { name: string; example: string }[];
  columns: Readonly<Record<string, string>>;
  /** Whether the columns have no titles, but the names of their places. */
  isHeadless: boolean;
  questions: readonly ReadingQuestionView[];
  /** Rows of the file that aren't sales. */
  leftOut: number;
  leftOutRows: RowMessage[];
  /** Whether required columns have to be named first. */
  needsColumns: boolean;
  /** Whether the file has two meanings, and its curator has to say which. */
  needsAnswers: boolean;
  areColumnsRemembered: boolean;
  /** Empty when no operator has to approve the report. */
  holdReason: string;
  errors: { items: RowErrorView[]; page: number; perPage: number; total: number; areCut: boolean };
}

/** Every row of the report was counted before. */
export const NOTHING_NEW = { title: "Новых продаж в отчёте нет", lines: ["Все его строки учтены раньше."] };
