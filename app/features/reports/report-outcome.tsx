import { formatNumber, formatPoints } from "../../lib/points";
import { Notice } from "../../ui/core/notice";
import { countCounted, NOTHING_NEW, type ReportView } from "./report-view";

/** What became of a report, before anything else of it. Nothing for one that is being counted, or whose status is unknown. */
export function ReportOutcome({ report }: { report: ReportView }) {
  const { status, failed = 0, repeated = 0, points } = report;
  if (status === "failed") return <Notice kind="error" title="Отчёт не посчитан" />;
  if (status === "refused") return <Notice kind="error" title="Отчёт отклонён, баллов не будет" />;
  if (status === "waiting_approval") return <Notice kind="warning" title="Отчёт ждёт проверки оператором" />;
  const counted = countCounted(report);
  if (status !== "done" || counted === undefined) return null;
  if (counted > 0) {
    return (
      <Notice kind={failed > 0 ? "warning" : "success"} title={`Засчитано строк: ${formatNumber(counted)}`}>
        {points !== undefined && <p>{`Участникам начислено: ${formatPoints(points)}.`}</p>}
        {failed > 0 && <p>{`Строк с ошибками: ${formatNumber(failed)}.`}</p>}
      </Notice>
    );
  }
  if (failed > 0) {
    return (
      <Notice kind="error" title={repeated > 0 ? "Новых строк не засчитано" : "Ни одна строка не засчитана"}>
        <p>{`Строк с ошибками: ${formatNumber(failed)}.`}</p>
        {repeated > 0 && <p>{`Уже учтено раньше: ${formatNumber(repeated)}.`}</p>}
      </Notice>
    );
  }
  return repeated > 0 ? (
    <Notice kind="info" title={NOTHING_NEW.title}>
      <p>{NOTHING_NEW.lines[0]}</p>
    </Notice>
  ) : null;
}
