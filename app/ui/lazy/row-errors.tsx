import { formatNumber } from "../../lib/points";
import { DataTable } from "./table";

export interface RowErrorView {
  /** Counted from one; zero is the file itself, such as a sheet that wasn't read. */
  row?: number | undefined;
  /** The header of the column. */
  field: string;
  message: string;
}

/** The rows of an uploaded file that were refused, each with its number, column and reason. */
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
          cell: (error) => (error.row === 0 ? "Файл" : error.row !== undefined && `№\u00a0${formatNumber(error.row)}`),
        },
        { key: "field", header: "Столбец", cell: (error) => error.field },
        { key: "message", header: "Что не так", cell: (error) => error.message },
      ]}
    />
  );
}
