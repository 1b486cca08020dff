import type { ReactNode } from "react";
import { formatNumber } from "../../lib/points";
import { DataTable } from "../../ui/lazy/table";
import type { ReportRowView } from "./report-view";

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
        { key: "date", header: "Дата продажи", main: true, cell: (row) => row.date },
        { key: "manager", header: "Сейлз", cell: (row) => row.manager },
        { key: "shop", header: "Торговая точка", cell: (row) => row.shop },
        { key: "inn", header: "ИНН", cell: (row) => row.inn },
        { key: "code", header: "Артикул", cell: (row) => <code>{row.code}</code> },
        { key: "name", header: "Наименование", cell: (row) => row.name },
        { key: "count", header: "Количество", align: "end", cell: (row) => formatNumber(row.count) },
        { key: "points", header: "Баллы", align: "end", cell: (row) => formatNumber(row.points) },
      ]}
    />
  );
}
