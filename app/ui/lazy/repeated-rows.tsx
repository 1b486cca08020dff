import type { RowMessage } from "../../../contract/reply-fields";
import { formatNumber } from "../../lib/points";
import { Disclosure } from "../core/disclosure";
import { DataTable } from "./table";

interface RepeatedRowsProps {
  /** Such as «Уже учтено». */
  title: string;
  count: number;
  /** Perhaps only the first ones. */
  repeats: readonly RowMessage[];
}

/** The rows of an uploaded file for which nothing was left to do, folded into one line. Renders nothing without any. */
export function RepeatedRows({ title, count, repeats }: RepeatedRowsProps) {
  if (count === 0) return null;
  return (
    <Disclosure summary={`${title}: ${formatNumber(count)}`}>
      <DataTable
        caption={title}
        captionHidden
        rows={repeats}
        empty={<p>С этими строками делать ничего не нужно.</p>}
        columns={[
          { key: "rows", header: "Строки", main: true, cell: formatRows },
          { key: "message", header: "Почему", cell: ({ message }) => message },
        ]}
      />
    </Disclosure>
  );
}

function formatRows({ first_row: first, last_row: last }: RowMessage): string {
  if (first === undefined) return "—";
  return last === undefined || last === first
    ? `№\u00a0${formatNumber(first)}`
    : `№\u00a0${formatNumber(first)}–${formatNumber(last)}`;
}
