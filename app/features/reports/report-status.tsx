import { isTaskRunning } from "../../../contract/values";
import { formatCount, formatNumber } from "../../lib/points";
import { Badge } from "../../ui/core/badge";
import { Gauge } from "../../ui/lazy/progress";
import type { ReportView } from "./report-view";

/** The status of a report. An unknown status is shown as the upstream sent it. */
export function ReportStatus({ report }: { report: ReportView }) {
  switch (report.status) {
    case "queued":
      return <Badge>В очереди</Badge>;
    case "in_progress":
      return <Badge tone="signal">Считаем</Badge>;
    case "waiting_approval":
      return <Badge tone="warn">Ждёт проверки</Badge>;
    case "refused":
      return <Badge tone="danger">Отклонён</Badge>;
    case "failed":
      return <Badge tone="danger">Не посчитан</Badge>;
    case "done":
      return report.failed ? <Badge tone="warn">Есть ошибки</Badge> : <Badge tone="ok">Посчитан</Badge>;
    default:
      return report.status ? <Badge>{report.status}</Badge> : "—";
  }
}

/** The progress of a report that is being processed. */
export function ReportGauge({ report }: { report: ReportView }) {
  if (!isTaskRunning(report.status)) return null;
  const { total, processed = 0 } = report;
  const lines = total === undefined ? "" : formatCount(total, "строки", "строк", "строк");
  return (
    <Gauge
      label={report.status === "queued" ? "Ждёт очереди" : "Считаем строки"}
      value={processed}
      max={total ?? 0}
      text={lines && `${formatNumber(processed)} из ${lines}`}
      live
    />
  );
}
