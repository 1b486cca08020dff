import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatAdded, formatAmount } from "../../lib/points";
import { Feed, type FeedColumn } from "../../ui/lazy/feed";
import { ArticleCode, WholeCodes } from "../../ui/lazy/whole-codes";
import type { DealView } from "./deal-view";

type DealsTableProps = { viewer: "manager" | "member"; deals: readonly DealView[]; empty: ReactNode };

/** A manager's sales or a member's purchases by day, with exactly the columns of §3.10 where there is room for them. */
export function DealsTable({ viewer, deals, empty }: DealsTableProps) {
  return (
    <Feed
      caption={viewer === "manager" ? "Мои продажи" : "Мои покупки"}
      rows={deals}
      rowKey={(deal) => deal.id}
      day={(deal) => deal.date}
      partner={({ company, who, inn }) => `${viewer === "manager" ? company : who}, ИНН\u00a0${inn}`}
      empty={empty}
      columns={viewer === "manager" ? managerColumns : memberColumns}
    />
  );
}

type DealColumn = FeedColumn<DealView>;

const inn: DealColumn = { key: "inn", header: "ИНН", place: "table", cell: (deal) => deal.inn };

const sold: DealColumn[] = [
  { key: "code", header: "Артикул", place: placeCode, cell: (deal) => <ArticleCode>{deal.code}</ArticleCode> },
  { key: "name", header: "Наименование", place: "title", cell: (deal) => <WholeCodes>{deal.name}</WholeCodes> },
  { key: "count", header: "Кол-во", place: "count", cell: (deal) => formatAmount(deal.count) },
  { key: "points", header: "Баллы", place: "sum", cell: renderPoints },
];

const managerColumns: DealColumn[] = [
  { key: "who", header: "Участник", main: true, place: "table", cell: (deal) => deal.who },
  inn,
  { key: "company", header: "Торговая точка", place: "table", cell: (deal) => deal.company },
  ...sold,
];

const memberColumns: DealColumn[] = [
  { key: "who", header: "Дистрибьютор", main: true, place: "table", cell: (deal) => deal.who },
  inn,
  { key: "company", header: "Юридическое название", place: "table", cell: (deal) => deal.company },
  ...sold,
];

/** Many distributors write the code into the name: an entry says it once. */
function placeCode({ code, name }: DealView) {
  return name.includes(code) ? "table" : "note";
}

/** The points lead to the entry that added them. */
function renderPoints({ points, accrual }: DealView) {
  const amount = formatAdded(points);
  if (!accrual) return amount;
  return (
    <Link to={accrual} aria-label={`${amount}: начисление`}>
      {amount}
    </Link>
  );
}
