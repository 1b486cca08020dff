import { formatAdded, formatNumber, formatPoints } from "../../lib/points";
import { EmptyState } from "../../ui/core/empty-state";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";
import { DefinitionList } from "../../ui/lazy/definition-list";
import { DataTable } from "../../ui/lazy/table";
import { EntryAction } from "./entry-action";

export interface StatementRow {
  id: string;
  date: string;
  reason: string;
  action: string;
  amount: number;
  balance: number;
  /** The order's number; empty for other entries. */
  order: string;
  /** The day from which the points can be spent; empty when they can be. */
  availableOn: string;
}

/** A participant's points of a month. */
export interface StatementView {
  opening: number;
  closing: number;
  added: number;
  spent: number;
  entries: readonly StatementRow[];
}

/** What there was, what came and went, and what is left. It is made to be printed. */
export function StatementSheet({ statement }: { statement: StatementView }) {
  const { opening, closing, added, spent, entries } = statement;
  return (
    <>
      <div className="card">
        <DefinitionList
          items={[
            { term: "На начало месяца", value: formatPoints(opening) },
            { term: "Начислено", value: formatPoints(added) },
            { term: "Списано", value: formatPoints(spent) },
            { term: "На конец месяца", value: <strong>{formatPoints(closing)}</strong> },
          ]}
        />
      </div>
      <DataTable
        caption="Движения баллов"
        captionHidden
        rows={entries}
        rowKey={(row) => row.id}
        empty={<EmptyState drawing={<EmptySheet />} title="В этом месяце движений не было" />}
        columns={[
          { key: "date", header: "Дата", main: true, cell: (row) => row.date },
          { key: "reason", header: "За что", cell: (row) => row.reason },
          { key: "action", header: "Действие", cell: (row) => <EntryAction {...row} /> },
          { key: "sum", header: "Сумма", align: "end", cell: ({ amount }) => formatAdded(amount) },
          { key: "balance", header: "Остаток", align: "end", cell: ({ balance }) => formatNumber(balance) },
        ]}
      />
    </>
  );
}
