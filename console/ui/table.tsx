import type { z } from "zod";
import type { tableShape } from "../../contract/operator/views";
import { addressOf } from "../lib/links";

/** With more columns than this a table needs a wide screen. */
const WIDE_FROM = 4;

/** Rows; the first cell is the link of its row. On a narrow screen each row is a card. */
export function Table({ table, caption }: { table: z.output<typeof tableShape>; caption: string }) {
  const { columns, rows, total } = table;
  if (rows.length === 0) return <p>Ничего нет.</p>;
  return (
    <>
      <div className={columns.length > WIDE_FROM ? "table-wrap table-wrap--wide" : "table-wrap"}>
        <table className="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title, isNumber }) => (
                <th key={title} scope="col" className={isNumber ? "table-cell--end" : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells, link }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <tr key={index}>
                {cells.map((cell, column) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                    key={column}
                    data-label={columns[column]?.title}
                    className={columns[column]?.isNumber ? "table-cell--end" : undefined}
                  >
                    {column === 0 && link ? <a href={addressOf(link)}>{cell || "Открыть"}</a> : cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total !== undefined && total > rows.length && (
        <p className="hint">
          Показаны первые {rows.length} строк из {total}.
        </p>
      )}
    </>
  );
}
