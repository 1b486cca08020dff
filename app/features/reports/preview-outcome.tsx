import { formatAmount, formatNumber, formatPoints } from "../../lib/points";
import { Notice } from "../../ui/core/notice";
import { DefinitionList } from "../../ui/lazy/definition-list";
import { NothingNew } from "./report-outcome";
import type { ReportPreviewView } from "./report-view";

/** What counting a report would come to, before anything else of it. */
export function PreviewOutcome({ preview }: { preview: ReportPreviewView }) {
  const { counted, points = 0, failed, repeated, corrections } = preview;
  if (counted === 0) {
    const isOnlyRepeated = failed === 0 && repeated > 0;
    return isOnlyRepeated ? (
      <NothingNew />
    ) : (
      <Notice kind="error" title="Засчитать нечего">
        <p>{`Строк с ошибками: ${formatNumber(failed)}.`}</p>
      </Notice>
    );
  }
  return (
    <Notice kind={failed > 0 ? "warning" : "info"} title={`Будет засчитано строк: ${formatNumber(counted)}`}>
      {points > 0 && <p>{`Участникам начислим: ${formatPoints(points)}.`}</p>}
      {corrections.replaced > 0 && (
        <p>{`Снимем за заменённые продажи: ${formatPoints(corrections.replacedPoints)}.`}</p>
      )}
      {failed > 0 && <p>{`Строк с ошибками: ${formatNumber(failed)}. Их клуб не засчитает.`}</p>}
    </Notice>
  );
}

export function PreviewFacts({ preview }: { preview: ReportPreviewView }) {
  const { total, lines = total, leftOut, counted, returned, points, failed, repeated, equal, corrections } = preview;
  const items = [
    { term: "Строк в файле", value: formatAmount(lines) },
    { term: "Будет засчитано", value: formatNumber(counted) },
    { term: "Баллы участникам", value: formatAmount(points) },
  ];
  if (returned > 0) items.push({ term: "Возвраты среди них", value: formatNumber(returned) });
  if (corrections.replaced > 0) {
    items.push({ term: "Заменят засчитанное", value: formatNumber(corrections.replaced) });
  }
  if (equal > 0) items.push({ term: "Одинаковые строки среди них", value: formatNumber(equal) });
  if (repeated > 0) items.push({ term: "Уже учтено раньше", value: formatNumber(repeated) });
  items.push({ term: "С ошибками", value: formatNumber(failed) });
  if (leftOut > 0) items.push({ term: "Не продажи", value: formatNumber(leftOut) });
  return <DefinitionList items={items} />;
}
