import { Fragment, type ReactNode } from "react";

/** One column: a heading, which becomes the label of its value in a card, and how a row shows in it. */
export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** "end" for figures and sums. */
  align?: "start" | "end";
  /** Heads the row (and the card on a phone). One column at most. */
  main?: boolean;
  /** The values speak for themselves (buttons): the heading is for screen readers only and the card shows no label. */
  bare?: boolean;
};

type DataTableProps<Row> = {
  caption: ReactNode;
  /** Keeps the caption for screen readers when a heading beside the table says the same. */
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** What belongs to a row but doesn't fit into it, such as a table of its own; null for none. */
  details?: (row: Row) => ReactNode;
  /** Stands in place of the table when there are no rows. */
  empty: ReactNode;
};

/** A table; where it has less room than 640 px or so (a phone, large text) its rows are cards with labelled values. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey, details, empty } = props;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className="table-wrap">
      <table className="table">
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
          {rows.map((row) => {
            const more = details?.(row);
            return (
              <Fragment key={rowKey(row)}>
                <tr className={more ? "table-row--has-details" : undefined}>
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
