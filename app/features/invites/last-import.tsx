import { Link } from "@remix-run/react";
import { isTaskRunning } from "../../../contract/values";
import { formatNumber } from "../../lib/points";
import type { LastImportView } from "./invite-view";

/** The way back to the list that was imported last, and to its errors. */
export function LastImport({ id, date, status, total, failed }: LastImportView) {
  const rows = total === undefined ? "" : `, строк: ${formatNumber(total)}`;
  const outcome = isTaskRunning(status)
    ? ", ещё отправляем"
    : failed > 0
      ? `, с ошибками: ${formatNumber(failed)}`
      : "";
  return (
    <p>
      <Link to={`/dashboard/invite/tasks/import/${encodeURIComponent(id)}`}>Последний загруженный список</Link>
      {` — ${date}${rows}${outcome}.`}
    </p>
  );
}
