import { type ReportColumn, reportColumns } from "../../../../contract/columns";
import { toRussianDate } from "../../../../contract/russian-date";
import { alias } from "../../../../contract/values";
import { csvFile } from "../../../platform/http/csv";
import { RefusalError } from "../../../platform/http/refusal-error";
import type { Services } from "../../../platform/services";
import { type ParsedDeal, type ParsedRow, parseReport } from "../parse-report";

/** What a claim says about a sale, as a row of a report has it. */
export interface ClaimedSale {
  readonly curatorId: number;
  /** Phone of the manager. */
  readonly manager: string;
  readonly inn: string;
  readonly articleCode: string;
  /** "YYYY-MM-DD" */
  readonly sellDate: string;
  readonly count: number;
}

/** A claimed sale as a report of one row. */
export interface ReportOfSale {
  readonly content: Buffer;
  readonly rows: readonly ParsedRow[];
  readonly deal: ParsedDeal;
}

/** The fields of a claim by the columns of a report that may be wrong. */
const fields: Partial<Record<ReportColumn, string>> = { manager: "manager_id" };

/**
 * Reads a claimed sale by the rules of a report: it is written as a file of one row, so that neither counts what the other
 * refuses.
 * @throws RefusalError validation on the field of the claim
 */
export async function readClaimedSale(services: Services, sale: ClaimedSale): Promise<ReportOfSale> {
  const cells: Record<ReportColumn, string | number> = {
    sell_date: toRussianDate(sale.sellDate),
    manager: sale.manager,
    shop: "",
    inn: sale.inn,
    article_code: sale.articleCode,
    article_name: "",
    sell_count: sale.count,
    // What a participant has typed isn't the distributor's number, by which its report may name the sale.
    document_number: "",
  };
  const columns = Object.keys(reportColumns) as ReportColumn[];
  const file = csvFile(
    "",
    columns.map((column) => reportColumns[column].title),
    [columns.map((column) => cells[column])],
  );
  const content = Buffer.from(file.content);
  const { rows } = await parseReport(services, { curatorId: sale.curatorId, content });
  const [row] = rows;
  if (row && "deal" in row) return { content, rows, deal: row.deal };
  const [error] = row?.errors ?? [];
  const column = columns.find((name) => reportColumns[name].title === error?.field);
  throw new RefusalError(alias.validation, error?.message, column && (fields[column] ?? column));
}
