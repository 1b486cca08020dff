import type { periodSums, ReportPreview } from "../../../contract/report-previews";
import { formatDate } from "../../lib/dates.server";
import { formatNumber } from "../../lib/points";
import type { PeriodView } from "./report-view";

/** The period of a checked report, with the days of its file where none is said. */
export function viewPeriod(preview: ReportPreview): PeriodView {
  const { gone = 0, gone_unsure: unsure = 0, gone_rows: goneRows } = preview;
  const isSet = preview.period_from !== "";
  const days = `${formatDate(preview.period_from)}–${formatDate(preview.period_to)}`;
  const notes = [];
  if (isSet && gone + unsure === 0) notes.push("Все засчитанные продажи этих дней в файле есть.");
  if (gone > goneRows.length) notes.push(`Показаны первые ${formatNumber(goneRows.length)}, ответ относится ко всем.`);
  if (unsure > 0) {
    notes.push(
      `Клуб не отзывает: ${formatNumber(unsure)}. Они могут быть среди строк с ошибками или в том, что не прочитано. Причина названа в ошибках.`,
    );
  }
  return {
    from: preview.period_from || preview.first_day,
    to: preview.period_to || preview.last_day,
    sums: preview.period_sums.map(({ kind, ...sums }) => ({
      name: names[kind as keyof typeof names] ?? kind,
      ...sums,
    })),
    goneRows: goneRows.map((row, key) => ({ key, ...row })),
    answer: preview.gone_answer,
    shown: preview.shown,
    areOpen: preview.needs_gone,
    choices: [
      { value: "recall", label: "Отозвать: этих продаж не было" },
      { value: "keep", label: "Оставить как есть" },
    ],
    texts: {
      title: isSet ? `В файле все продажи за ${days}` : "Этот файл — все продажи за период",
      hint: isSet
        ? "Чтобы сравнивать только строки файла, сотрите обе даты."
        : "Клуб сравнит файл с тем, что уже засчитано за эти дни, и покажет, чего в нём нет. Если отчёт за весь месяц, укажите первый и последний день месяца.",
      question: `Засчитаны, но в файле их нет: ${formatNumber(gone)}`,
      note: notes.join(" "),
      submit: gone > 0 ? "Ответить" : "Сравнить с засчитанным",
    },
  };
}

/** How many counted sales would be recalled, and the points that are taken for them; below zero those given back for returns. */
export function sumRecalled({ period_sums }: ReportPreview): { rows: number; points: number } {
  const { rows = 0, points = 0 } = period_sums.find(({ kind }) => kind === "recalled") ?? {};
  return { rows: 0 - rows, points: 0 - points };
}

const names: Record<(typeof periodSums)[number], string> = {
  before: "Засчитано сейчас",
  gone: "Из них нет в файле",
  new: "Новые",
  changed: "Исправления",
  recalled: "Отзываются",
  returns: "Возвраты этих продаж",
  after: "Станет",
};
