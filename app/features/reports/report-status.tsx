import { isTaskRunning } from "../../../contract/values";
import { formatCount, formatNumber } from "../../lib/points";
import { Badge } from "../../ui/core/badge";
import { Gauge } from "../../ui/lazy/progress";
import type { ReportView } from "./report-view";

/** The status of a report. */
export function ReportStatus({ report }: { report: ReportView }) {
  switch (report.status) {
    case "queued":
      return <Badge>В очереди</Badge>;
    case "in_progress":
      return <Badge tone="signal">Считаем</Badge>;
    case "failed":
      return <Badge tone="danger">Не посчитан</Badge>;
    default:
      return report.failed > 0 ? <Badge tone="warn">Есть ошибки</Badge> : <Badge tone="ok">Посчитан</Badge>;
  }
}

/** The progress of a report that is being processed. */
export function ReportGauge({ report }: { report: ReportView }) {
  if (!isTaskRunning(report.status)) return null;
  const total = formatCount(report.total, "строки", "строк", "строк");
  return (
    <Gauge
      label={report.status === "queued" ? "Ждёт очереди" : "Считаем строки"}
      value={report.processed}
      max={report.total}
      text={`${formatNumber(report.processed)} из ${total}`}
      live
    />
  );
}
