import { isTaskRunning } from "../../../contract/values";
import { formatCount, formatNumber } from "../../lib/points";
import { Notice } from "../../ui/core/notice";
import { Gauge } from "../../ui/lazy/progress";
import type { TaskKind, TaskView } from "./invite-view";

/** Of an accepted list of invitations. */
export const LETTERS_GO_OUT = "Письма уйдут в ближайшие минуты.";

/** The progress of an import or a resend, and its result once it has ended. An unknown status is shown as it came. */
export function TaskProgress({ kind, task }: { kind: TaskKind; task: TaskView }) {
  const { status, total, processed, failed = 0, repeated = 0 } = task;
  if (isTaskRunning(status)) {
    return (
      <Gauge
        label={status === "queued" ? "Ждёт очереди" : "Отправляем приглашения"}
        value={processed ?? 0}
        max={total ?? 0}
        text={total === undefined ? "" : `${formatNumber(processed ?? 0)} из ${formatNumber(total)}`}
        live
      />
    );
  }
  const count = processed === undefined ? undefined : Math.max(0, processed - failed - repeated);
  const sent = count === undefined ? null : formatCount(count, "приглашение", "приглашения", "приглашений");
  if (status === "failed") {
    return (
      <Notice kind="error" title="Не получилось">
        {kind === "import" ? "Загрузите файл ещё раз." : "Запустите отправку ещё раз."}
        {sent !== null && ` Уже отправлено: ${sent}.`}
      </Notice>
    );
  }
  if (status !== "done") return <Notice kind="info" title={status || "Задание принято"} />;
  if (count === 0) {
    return failed > 0 ? (
      <Notice kind="error" title="Ни одного приглашения не отправлено">
        Строк с ошибками: {formatNumber(failed)}.
      </Notice>
    ) : (
      <Notice kind="info" title="Новых приглашений нет" />
    );
  }
  return (
    <Notice kind={failed > 0 ? "warning" : "success"} title={sent === null ? "Отправляем" : `Отправляем: ${sent}`}>
      {failed > 0 ? `Строк с ошибками: ${formatNumber(failed)}.` : LETTERS_GO_OUT}
    </Notice>
  );
}
