import type { z } from "zod";
import { DataTable } from "../../app/ui/lazy/table";
import type { rowShape, tableShape } from "../../contract/operator/views";
import { addressOf } from "../lib/links";

type Row = z.output<typeof rowShape>;

/** With more columns than this a table needs a wide screen. */
const WIDE_FROM = 4;

/** Rows; the first cell is the link of its row. On a narrow screen each row is a card. */
export function Table({ table, caption }: { table: z.output<typeof tableShape>; caption: string }) {
  const { columns, rows, total } = table;
  const showCell = ({ cells, link }: Row, place: number) =>
    place === 0 && link ? <a href={addressOf(link)}>{cells[place] || "Открыть"}</a> : cells[place] || "—";
  return (
    <div className={columns.length > WIDE_FROM ? "wide-table" : undefined}>
      <DataTable
        caption={caption}
        captionHidden
        columns={columns.map(({ title, isNumber }, place) => ({
          key: String(place),
          header: title,
          align: isNumber ? "end" : "start",
          cell: (row: Row) => showCell(row, place),
        }))}
        rows={rows}
        empty={<p>Ничего нет.</p>}
      />
      {total !== undefined && total > rows.length && (
        <p className="hint">
          Показано строк: {rows.length} из {total}.
        </p>
      )}
    </div>
  );
}
