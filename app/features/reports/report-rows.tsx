import type { ReactNode } from "react";
import { POINTS_TITLE, reportColumns } from "../../../contract/columns";
import { formatAmount } from "../../lib/points";
import { DataTable } from "../../ui/lazy/table";
import { ArticleCode, WholeCodes } from "../../ui/lazy/whole-codes";
import type { ReportRowView } from "./view-reports.server";

/** The counted rows of a report (§3.10). */
export function ReportRows({ rows, empty }: { rows: readonly ReportRowView[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Засчитанные строки"
      captionHidden
      rows={rows}
      rowKey={(row) => row.key}
      empty={empty}
      columns={[
        { key: "date", header: reportColumns.sell_date.title, main: true, cell: (row) => row.date },
        { key: "manager", header: reportColumns.manager.title, cell: (row) => row.manager },
        { key: "shop", header: reportColumns.shop.title, cell: (row) => row.shop },
        { key: "inn", header: reportColumns.inn.title, cell: (row) => row.inn },
        { key: "code", header: reportColumns.article_code.title, cell: (row) => <ArticleCode>{row.code}</ArticleCode> },
        { key: "name", header: reportColumns.article_name.title, cell: (row) => <WholeCodes>{row.name}</WholeCodes> },
        // Most reports have no documents; an empty column would only take the room of others.
        ...(rows.some((row) => row.document)
          ? [
              {
                key: "document",
                header: reportColumns.document_number.title,
                cell: (row: ReportRowView) => row.document,
              },
            ]
          : []),
        { key: "count", header: reportColumns.sell_count.title, align: "end", cell: (row) => formatAmount(row.count) },
        { key: "points", header: POINTS_TITLE, align: "end", cell: (row) => formatAmount(row.points) },
      ]}
    />
  );
}
