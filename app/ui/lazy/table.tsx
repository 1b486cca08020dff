import { Fragment, type ReactNode } from "react";

/** One column. In a card its header becomes the label of the value. */
export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** "end" for numbers. */
  align?: "start" | "end";
  /** The row header, and the heading of the card. At most one column. */
  main?: boolean;
  /** The values need no label (buttons): the header is for screen readers only. */
  bare?: boolean;
};

type DataTableProps<Row> = {
  caption: ReactNode;
  /** The caption is for screen readers only, because a heading above the table says the same. */
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Rows without a key are told apart by their places. */
  rowKey?: (row: Row) => string | number;
  /** Id of a row, for links to it. */
  rowId?: (row: Row) => string | undefined;
  /** A card has its heading and the numbers in one line, and the other values below it, all without labels. */
  compact?: boolean;
  /** Rendered below a row across all columns; null for none. */
  details?: (row: Row) => ReactNode;
  /** Rendered instead of the table if there are no rows. */
  empty: ReactNode;
};

/** A table. In a container narrower than about 37rem (a phone, large text) its rows become cards with labelled values. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey, rowId, compact, details, empty } = props;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className="table-wrap">
      <table className={compact ? "table table--compact" : "table"}>
        <caption className={captionHidden ? "visually-hidden" : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align === "end" ? "table-cell--end" : undefined}>
                {column.bare ? <span className="visually-hidden">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const more = details?.(row);
            return (
              <Fragment key={rowKey?.(row) || index}>
                <tr id={rowId?.(row)} className={more ? "table-row--has-details" : undefined}>
                  {columns.map((column) => renderCell(column, row))}
                </tr>
                {more && (
                  <tr className="table-details">
                    <td colSpan={columns.length}>{more}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function renderCell<Row>(column: Column<Row>, row: Row) {
  const className = column.align === "end" ? "table-cell--end" : undefined;
  if (column.main) {
    return (
      <th key={column.key} scope="row" className={className}>
        {column.cell(row)}
      </th>
    );
  }
  return (
    <td key={column.key} className={className} data-label={column.bare ? undefined : column.header}>
      {column.cell(row)}
    </td>
  );
}
