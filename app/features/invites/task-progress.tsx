import { isTaskRunning } from "../../../contract/values";
import { formatCount, formatNumber } from "../../lib/points";
import { Notice } from "../../ui/core/notice";
import { Gauge } from "../../ui/lazy/progress";
import { DataTable } from "../../ui/lazy/table";
import type { TaskKind, TaskView } from "./invite-view";

/** The progress of an import or a resend, and its result once it has ended. */
export function TaskProgress({ kind, task }: { kind: TaskKind; task: TaskView }) {
  if (isTaskRunning(task.status)) {
    return (
      <Gauge
        label={task.status === "queued" ? "Ждёт очереди" : "Отправляем приглашения"}
        value={task.processed}
        max={task.total}
        text={`${formatNumber(task.processed)} из ${formatNumber(task.total)}`}
        live
      />
    );
  }
  const sent = Math.max(0, task.processed - task.failed);
  const sentWords = formatCount(sent, "приглашение", "приглашения", "приглашений");
  if (task.status === "failed") {
    return (
      <Notice kind="error" title="Не получилось">
        {kind === "import" ? "Загрузите файл ещё раз." : "Запустите отправку ещё раз."} Уже отправлено: {sentWords}.
      </Notice>
    );
  }
  return (
    <Notice kind={task.failed > 0 ? "warning" : "success"} title={`Отправляем: ${sentWords}`}>
      {task.failed > 0 ? `Строк с ошибками: ${formatNumber(task.failed)}.` : "Письма уйдут в ближайшие минуты."}
    </Notice>
  );
}

/** Rows of the file that were refused. */
export function TaskErrors({ errors }: { errors: TaskView["errors"] }) {
  return (
    <DataTable
      caption="Строки с ошибками"
      captionHidden
      rows={errors}
      rowKey={(error) => `${error.row}-${error.field}`}
      empty={null}
      columns={[
        { key: "row", header: "Строка", main: true, cell: (error) => `№ ${formatNumber(error.row)}` },
        { key: "field", header: "Столбец", cell: (error) => error.field },
        { key: "message", header: "Что не так", cell: (error) => error.message },
      ]}
    />
  );
}
