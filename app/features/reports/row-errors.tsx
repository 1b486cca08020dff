import { formatNumber } from "../../lib/points";
import { DataTable } from "../../ui/lazy/table";
import type { RowErrorView } from "./report-view";

/** The rows that were refused, each with its number, column and reason. */
export function RowErrors({ errors, caption }: { errors: readonly RowErrorView[]; caption: string }) {
  return (
    <DataTable
      caption={caption}
      captionHidden
      rows={errors}
      empty={null}
      columns={[
        {
          key: "row",
          header: "Строка",
          main: true,
          // Row 0 is the file itself, such as a sheet that wasn't read.
          cell: (error) => (error.row === 0 ? "Файл" : error.row !== undefined && `№ ${formatNumber(error.row)}`),
        },
        { key: "field", header: "Столбец", cell: (error) => error.field },
        { key: "message", header: "Что не так", cell: (error) => error.message },
      ]}
    />
  );
}
