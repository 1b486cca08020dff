import { Link } from "@remix-run/react";
import { isTaskRunning } from "../../../contract/values";
import { formatAmount, formatNumber } from "../../lib/points";
import { Disclosure } from "../../ui/core/disclosure";
import { EmptyState } from "../../ui/core/empty-state";
import { EmptySheet } from "../../ui/lazy/blueprint/empty-sheet";
import { RowErrors } from "../../ui/lazy/row-errors";
import { DataTable } from "../../ui/lazy/table";
import { ReportGauge, ReportStatus } from "./report-status";
import { countCounted, type ReportView } from "./report-view";

/** Uploaded reports, the newest first, with progress and the first row errors of each. */
export function ReportsTable({ reports }: { reports: readonly ReportView[] }) {
  return (
    <DataTable
      caption="Загруженные отчёты"
      captionHidden
      rows={reports}
      rowKey={(report) => report.id}
      empty={
        <EmptyState drawing={<EmptySheet />} title="Отчётов пока нет">
          Загрузите первый: баллы получат менеджеры и магазины, которые в нём названы.
        </EmptyState>
      }
      columns={[
        {
          key: "file",
          header: "Файл",
          main: true,
          cell: renderName,
        },
        { key: "date", header: "Загружен", cell: (report) => report.date },
        { key: "status", header: "Состояние", cell: (report) => <ReportStatus report={report} /> },
        {
          key: "rows",
          header: "Засчитано строк",
          align: "end",
          cell: describeCounted,
        },
        {
          key: "points",
          header: "Баллы",
          align: "end",
          cell: (report) => formatAmount(report.points),
        },
      ]}
      details={renderDetails}
    />
  );
}

/** Without an id the upstream can't be asked for the report's rows. */
function renderName({ id, fileName }: ReportView) {
  return id ? <Link to={`/dashboard/report/${encodeURIComponent(id)}`}>{fileName}</Link> : fileName;
}

function describeCounted(report: ReportView): string {
  const counted = countCounted(report);
  if (counted === undefined) return "—";
  return report.total === undefined
    ? formatNumber(counted)
    : `${formatNumber(counted)} из ${formatNumber(report.total)}`;
}

function renderDetails(report: ReportView) {
  if (isTaskRunning(report.status)) return <ReportGauge report={report} />;
  if (!report.failed && report.errors.length === 0) return null;
  return (
    <Disclosure summary={report.failed ? `Не засчитано строк: ${formatNumber(report.failed)}` : "Сообщения об отчёте"}>
      <RowErrors errors={report.errors} caption={`Ошибки: ${report.fileName}`} />
      {report.id && (
        <p>
          <Link to={`/dashboard/report/${encodeURIComponent(report.id)}#errors`}>Все ошибки отчёта</Link>
        </p>
      )}
    </Disclosure>
  );
}
