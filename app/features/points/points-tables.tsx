import { Link } from "@remix-run/react";
import type { Participant } from "../../../contract/values";
import { entryAnchor } from "../../lib/accrual-path";
import { formatAdded, formatPoints } from "../../lib/points";
import { Disclosure } from "../../ui/core/disclosure";
import { EmptyState } from "../../ui/core/empty-state";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";
import { DataTable } from "../../ui/lazy/table";
import { keepCodesWhole, WholeCodes } from "../../ui/lazy/whole-codes";
import { EntryAction } from "./entry-action";
import { orderAnchor } from "./order-path";
import type { AddedView, DebtView, SpentView } from "./points-view";
import { salesPath, salesTitle } from "./sales-path";
import { WithdrawalBadge } from "./withdrawal-status";

interface AddedTableProps {
  rows: readonly AddedView[];
  /** Whose points they are; null where that isn't known. */
  participant: Participant | null;
  /** What brings points, said where none are there yet. */
  source?: string;
  /** Links lead to single rows. */
  linked?: boolean;
}

/** Points added: date, action, sum (§3.10). A report folds out into its rows. */
export function AddedTable({ rows, participant, source, linked }: AddedTableProps) {
  const sales = salesTitle(participant);
  return (
    <DataTable
      caption="Начисления"
      captionHidden
      compact
      rows={rows}
      rowKey={(row) => row.id}
      rowId={({ id }) => (linked ? entryAnchor(id) : undefined)}
      details={(row) => row.rowActions.length > 0 && <ReportRows report={row} sales={sales} />}
      empty={
        <EmptyState drawing={<EmptySheet />} title="Начислений пока нет">
          {source}
        </EmptyState>
      }
      columns={[
        { key: "date", header: "Дата", main: true, cell: (row) => row.date },
        { key: "action", header: "Действие", cell: (row) => <EntryAction {...row} /> },
        { key: "sum", header: "Сумма", align: "end", cell: ({ sum }) => formatAdded(sum) },
      ]}
    />
  );
}

function ReportRows({ report, sales }: { report: AddedView; sales: string }) {
  return (
    <Disclosure summary={`Строки отчёта, ${report.rowActions.length}`}>
      <ul>
        {report.rowActions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a report are told apart by their places
          <li key={index}>
            {keepCodesWhole(`${action}: `)}
            <strong>{formatAdded(report.rowSums[index])}</strong>
          </li>
        ))}
      </ul>
      {report.days && (
        <p>
          <Link to={salesPath(report.days)}>{`${sales} за эти дни`}</Link>
        </p>
      )}
    </Disclosure>
  );
}

/** The status of an order, with why it was refused or where the gift is. */
function SpentStatus({ status, note }: SpentView) {
  return (
    <>
      <WithdrawalBadge status={status} />
      {note && <span className="hint">{` ${note}`}</span>}
    </>
  );
}

function OrderUnits({ order, units }: SpentView) {
  return (
    <Disclosure summary="Подарки заказа">
      <ul>
        {units.map(({ number, action, sum, status }) => (
          // The row above has the id of the first one.
          <li key={number} id={number === order ? undefined : orderAnchor(number)}>
            {keepCodesWhole(`${action} №\u00a0${number}: `)}
            <strong>{formatAdded(sum && -sum)}</strong> <WithdrawalBadge status={status} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Points spent: date, action, sum, status (§3.10). The order's number leads to its sheet. */
export function SpentTable({ rows }: { rows: readonly SpentView[] }) {
  return (
    <DataTable
      caption="Списания"
      captionHidden
      compact
      rows={rows}
      rowKey={(row) => row.id}
      rowId={({ order }) => (order ? orderAnchor(order) : undefined)}
      details={(row) => row.units.length > 0 && <OrderUnits {...row} />}
      empty={
        <EmptyState
          drawing={<EmptySheet />}
          title="Списаний пока нет"
          action={<Link to="/dashboard/gifts/">Выбрать подарок</Link>}
        />
      }
      columns={[
        { key: "date", header: "Дата", main: true, cell: (row) => row.date },
        { key: "action", header: "Действие", cell: (row) => <EntryAction {...row} /> },
        { key: "sum", header: "Сумма", align: "end", cell: ({ sum }) => formatAdded(sum && -sum) },
        { key: "status", header: "Статус", cell: (row) => <SpentStatus {...row} /> },
      ]}
    />
  );
}

/** What the participant owes and why. The next credits pay it. */
export function DebtTable({ rows }: { rows: readonly DebtView[] }) {
  return (
    <DataTable
      caption="Долг"
      captionHidden
      rows={rows}
      rowKey={(row) => row.id}
      empty={null}
      columns={[
        { key: "date", header: "Дата", main: true, cell: (row) => row.date },
        { key: "action", header: "За что", cell: (row) => <WholeCodes>{row.action}</WholeCodes> },
        {
          key: "left",
          header: "Осталось",
          align: "end",
          cell: ({ left }) => (left === undefined ? "—" : formatPoints(left)),
        },
      ]}
    />
  );
}
