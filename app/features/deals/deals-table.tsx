import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatAmount } from "../../lib/points";
import { type Column, DataTable } from "../../ui/lazy/table";
import { ArticleCode, WholeCodes } from "../../ui/lazy/whole-codes";
import type { DealView } from "./deal-view";

type DealsTableProps = { viewer: "manager" | "member"; deals: readonly DealView[]; empty: ReactNode };

/** A manager's sales or a member's purchases, with exactly the columns of §3.10; the row's heading also shows the date. */
export function DealsTable({ viewer, deals, empty }: DealsTableProps) {
  return (
    <DataTable
      caption={viewer === "manager" ? "Мои продажи" : "Мои покупки"}
      captionHidden
      rows={deals}
      rowKey={(deal) => deal.id}
      empty={empty}
      columns={viewer === "manager" ? managerColumns : memberColumns}
    />
  );
}

type DealColumn = Column<DealView>;

const inn: DealColumn = { key: "inn", header: "ИНН", cell: (deal) => deal.inn };

const sold: DealColumn[] = [
  { key: "code", header: "Артикул", cell: (deal) => <ArticleCode>{deal.code}</ArticleCode> },
  { key: "name", header: "Наименование", cell: (deal) => <WholeCodes>{deal.name}</WholeCodes> },
  { key: "count", header: "Кол-во", align: "end", cell: (deal) => formatAmount(deal.count) },
  { key: "points", header: "Баллы", align: "end", cell: renderPoints },
];

const managerColumns: DealColumn[] = [
  { key: "who", header: "Участник", main: true, cell: renderHead },
  inn,
  { key: "company", header: "Торговая точка", cell: (deal) => deal.company },
  ...sold,
];

const memberColumns: DealColumn[] = [
  { key: "who", header: "Дистрибьютор", main: true, cell: renderHead },
  inn,
  { key: "company", header: "Юридическое название", cell: (deal) => deal.company },
  ...sold,
];

function renderHead(deal: DealView) {
  return (
    <>
      <span className="caption">{deal.date}</span>
      <br />
      {deal.who}
    </>
  );
}

/** The points lead to the entry that added them. */
function renderPoints({ points, accrual }: DealView) {
  const amount = formatAmount(points);
  if (!accrual) return amount;
  return (
    <Link to={accrual} aria-label={`${amount}: начисление`}>
      {amount}
    </Link>
  );
}
