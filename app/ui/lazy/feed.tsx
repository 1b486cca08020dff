import { Fragment, type ReactNode } from "react";

/** Where a value stands in an entry of a feed; `table`: only in the table of a wide screen. */
type Place = "title" | "note" | "count" | "sum" | "table";

/** One column of the table. */
export type FeedColumn<Row> = {
  key: string;
  header: string;
  /** Of all rows, or of each. */
  place: Place | ((row: Row) => Place);
  cell: (row: Row) => ReactNode;
  /** The row header of the table. At most one column. */
  main?: boolean;
};

type FeedProps<Row> = {
  caption: string;
  columns: readonly FeedColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What entries that follow each other have in common, and their heading says once: the day, and with whom. */
  day: (row: Row) => string;
  partner: (row: Row) => string;
  /** Rendered instead of the feed if there are no rows. */
  empty: ReactNode;
};

/**
 * Entries by day, as a bank lists them: on a phone two lines each, on a wide screen a table with all columns. It is one table,
 * which its styles lay out in two ways.
 */
export function Feed<Row>(props: FeedProps<Row>) {
  const { caption, columns, rows, rowKey, day, partner, empty } = props;
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className="feed-wrap">
      <table className="feed">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, header, place }) => (
              <th key={key} scope="col" className={place === "count" || place === "sum" ? `feed-${place}` : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const before = rows[index - 1];
            const isSameDay = before !== undefined && day(before) === day(row);
            const isSame = isSameDay && partner(before) === partner(row);
            return (
              <Fragment key={rowKey(row) || index}>
                {!isSame && (
                  <tr className={isSameDay ? "feed-day feed-narrow" : "feed-day"}>
                    <th colSpan={columns.length} scope="rowgroup">
                      {day(row)}
                      <span className="feed-partner">{` ${partner(row)}`}</span>
                    </th>
                  </tr>
                )}
                <tr>{columns.map((column) => renderCell(column, row))}</tr>
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function renderCell<Row>({ key, place, cell, main }: FeedColumn<Row>, row: Row) {
  const className = `feed-${typeof place === "function" ? place(row) : place}`;
  if (!main) {
    return (
      <td key={key} className={className}>
        {cell(row)}
      </td>
    );
  }
  return (
    <th key={key} scope="row" className={className}>
      {cell(row)}
    </th>
  );
}
