import type { ReportPreview } from "../../../contract/report-previews";
import { formatAmount, formatNumber, formatPoints } from "../../lib/points";
import { NOTHING_NEW, type PreviewNotice } from "./report-view";
import { sumRecalled } from "./view-period.server";

/** What stands above everything else of a check: what its curator has to say first, or what counting would come to. */
export function describePreview(preview: ReportPreview): PreviewNotice {
  const { counted = 0, failed = 0, repeated = 0, points = 0 } = preview;
  const need = describeNeed(preview);
  if (need) return { kind: "warning", ...need };
  const recalled = sumRecalled(preview);
  if (counted === 0 && recalled.rows === 0) {
    return failed === 0 && repeated > 0
      ? { kind: "info", ...NOTHING_NEW }
      : { kind: "error", title: "Засчитать нечего", lines: [`Строк с ошибками: ${formatNumber(failed)}.`] };
  }
  const lines = [];
  if (points > 0) lines.push(`Участникам начислим: ${formatPoints(points)}.`);
  if (preview.replaced) {
    lines.push(`Снимем за заменённые продажи: ${formatPoints(preview.replaced_points ?? 0)}.`);
  }
  if (recalled.rows > 0) lines.push(describeRecalled(recalled));
  lines.push(...describeLost(preview));
  if (failed > 0) lines.push(`Строк с ошибками: ${formatNumber(failed)}. Их клуб не засчитает.`);
  const title = counted === 0 ? "Новых строк в файле нет" : `Будет засчитано строк: ${formatNumber(counted)}`;
  return { kind: failed > 0 ? "warning" : "info", title, lines };
}

/** Recalled returns give points back, so the sum may be either. */
function describeRecalled({ rows, points }: { rows: number; points: number }): string {
  const what = points < 0 ? `вернём ${formatPoints(-points)}` : `снимем ${formatPoints(points)}`;
  return `Отзовём засчитанное, чего в файле нет: ${formatNumber(rows)}, за них ${what}.`;
}

/** The most returns that are told above everything else. */
const LOST_TOLD = 3;

function describeLost({ lost_returns: lost = 0, lost_points: points = 0, lost_rows: rows }: ReportPreview): string[] {
  if (lost === 0) return [];
  const told = rows
    .slice(0, LOST_TOLD)
    .map(({ text, count }) => `${text} Возвращено: ${formatAmount(count && -count)}.`);
  if (lost > told.length && told.length > 0) told.push(`И ещё ${formatNumber(lost - told.length)}.`);
  return [
    `Возвраты, для которых не останется продаж: ${formatNumber(lost)}. Они станут ошибками своих отчётов, участникам вернём ${formatPoints(-points)}.`,
    ...(told.length > 0 ? [told.join(" ")] : []),
  ];
}

/** What nobody but the curator knows; undefined when everything is said. */
function describeNeed(preview: ReportPreview): { title: string; lines: string[] } | undefined {
  if (preview.needs_columns || preview.needs_answers) {
    return {
      title: preview.needs_answers
        ? "Этот файл можно прочитать по-разному"
        : preview.is_headless
          ? "В этом файле нет названий столбцов"
          : "Столбцы в этом файле названы по-другому",
      lines: ["Покажите, где что. Ответ понадобится один раз: клуб запомнит его для вашей компании."],
    };
  }
  if (preview.needs_corrections) {
    return {
      title: "В файле есть исправления засчитанных продаж",
      lines: [
        "День, менеджер, магазин и артикул те же, а количество другое. Скажите, что с ними сделать: пока ничего не изменилось.",
      ],
    };
  }
  if (preview.needs_gone) {
    return {
      title: "В файле нет продаж, которые за этот период засчитаны",
      lines: ["Скажите, что с ними сделать: пока они засчитаны, как и были."],
    };
  }
  return undefined;
}

/** The figures of a check, each with its name. */
export function listPreviewFacts(preview: ReportPreview): { term: string; value: string }[] {
  const { total, lines = total, counted = 0, returned = 0, replaced = 0, equal = 0, repeated = 0 } = preview;
  const { failed = 0, left_out: leftOut = 0 } = preview;
  const { rows: recalled } = sumRecalled(preview);
  const items = [
    { term: "Строк в файле", value: formatAmount(lines) },
    { term: "Будет засчитано", value: formatNumber(counted) },
    { term: "Баллы участникам", value: formatAmount(preview.points) },
  ];
  if (returned > 0) items.push({ term: "Возвраты среди них", value: formatNumber(returned) });
  if (replaced > 0) items.push({ term: "Заменят засчитанное", value: formatNumber(replaced) });
  if (recalled > 0) items.push({ term: "Отзовём: в файле их нет", value: formatNumber(recalled) });
  if (equal > 0) items.push({ term: "Одинаковые строки среди них", value: formatNumber(equal) });
  if (repeated > 0) items.push({ term: "Уже учтено раньше", value: formatNumber(repeated) });
  items.push({ term: "С ошибками", value: formatNumber(failed) });
  if (leftOut > 0) items.push({ term: "Не продажи", value: formatNumber(leftOut) });
  return items;
}

/** Whether the report may be counted now: something would count or be recalled, and nothing has to be said first. */
export function canCount(preview: ReportPreview): boolean {
  const { counted = 0, needs_corrections, needs_gone } = preview;
  return (counted > 0 || sumRecalled(preview).rows > 0) && !needs_corrections && !needs_gone;
}
