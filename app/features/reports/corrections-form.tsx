import { formatAmount, formatNumber } from "../../lib/points";
import { SubmitButton } from "../../ui/core/button";
import { RadioGroup, SelectField } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { DataTable } from "../../ui/lazy/table";
import type { CorrectionsView } from "./report-view";

/** Says what becomes of rows that have the number of a counted sale otherwise: of all of them, and of single ones. */
export function CorrectionsForm({ shell, corrections }: { shell: FormShell; corrections: CorrectionsView }) {
  const { total, rows, answer, shown } = corrections;
  return (
    <FormLayout shell={shell} label="Исправленные строки">
      <input type="hidden" name="shown" value={shown} />
      <RadioGroup
        shell={shell}
        name="corrected_rows"
        label={`Что сделать с исправленными строками: ${formatNumber(total)}`}
        choices={ANSWERS}
        defaultValue={answer}
        required
      />
      <DataTable
        caption="Исправленные строки"
        captionHidden
        rows={rows}
        rowKey={(row) => row.row}
        empty={null}
        columns={[
          { key: "row", header: "Строка", main: true, cell: ({ row }) => `№\u00a0${formatNumber(row)}` },
          {
            key: "counts",
            header: "Количество",
            cell: ({ was, became }) => `Было ${formatAmount(was)}, стало ${formatAmount(became)}`,
          },
          { key: "sale", header: "Продажа", cell: ({ text }) => text },
          {
            key: "answer",
            header: "Что сделать",
            cell: (row) => (
              <SelectField
                shell={shell}
                name={`row_${row.row}`}
                label={`Что сделать со строкой №\u00a0${formatNumber(row.row)}`}
                labelHidden
                choices={ANSWERS}
                placeholder="Как со всеми"
                defaultValue={row.answer === answer ? "" : row.answer}
              />
            ),
          },
        ]}
      />
      {total > rows.length && (
        <p className="hint">{`Показаны первые ${formatNumber(rows.length)}. С остальными клуб поступит как со всеми.`}</p>
      )}
      <SubmitButton shell={shell} name="intent" value="corrections" busyLabel="Проверяем…">
        Ответить
      </SubmitButton>
    </FormLayout>
  );
}

const ANSWERS = [
  { value: "replace", label: "Заменить засчитанное" },
  { value: "add", label: "Засчитать как вторую продажу" },
  { value: "leave", label: "Оставить как было" },
];
