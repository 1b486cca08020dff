import { formatAmount } from "../../lib/points";
import { SubmitButton } from "../../ui/core/button";
import { RadioGroup } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextField } from "../../ui/core/text-field";
import { DataTable } from "../../ui/lazy/table";
import type { PeriodView } from "./report-view";

/** Says that a file has all sales of a period, and what becomes of counted ones that it doesn't have. */
export function PeriodForm({ shell, period }: { shell: FormShell; period: PeriodView }) {
  const { texts, goneRows } = period;
  return (
    <FormLayout shell={shell} label={texts.title}>
      <p className="hint">{texts.hint}</p>
      <TextField shell={shell} name="period_from" label="С даты" type="date" defaultValue={period.from} />
      <TextField shell={shell} name="period_to" label="По дату" type="date" defaultValue={period.to} />
      {goneRows.length > 0 && (
        <>
          <input type="hidden" name="shown" value={period.shown} />
          <input type="hidden" name="answered_period" value={`${period.from} ${period.to}`} />
          <RadioGroup
            shell={shell}
            name="gone_sales"
            label={texts.question}
            choices={period.choices}
            defaultValue={period.answer}
          />
          <DataTable
            caption={texts.question}
            captionHidden
            rows={goneRows}
            rowKey={(row) => row.key}
            empty={null}
            columns={[
              { key: "sale", header: "Продажа", main: true, cell: (row) => row.text },
              { key: "count", header: "Штук", align: "end", cell: (row) => formatAmount(row.count) },
              { key: "points", header: "Баллы", align: "end", cell: (row) => formatAmount(row.points) },
            ]}
          />
        </>
      )}
      {texts.note && <p className="hint">{texts.note}</p>}
      <SubmitButton shell={shell} name="intent" value="period" busyLabel="Проверяем…">
        {texts.submit}
      </SubmitButton>
    </FormLayout>
  );
}

/** What stood in the period, what the file changes of it, and what will stand there. */
export function PeriodSums({ period }: { period: PeriodView }) {
  return (
    <DataTable
      caption={period.texts.title}
      rows={period.sums}
      rowKey={(row) => row.name}
      empty={null}
      columns={[
        { key: "name", header: "За период", main: true, cell: (row) => row.name },
        { key: "rows", header: "Строк", align: "end", cell: (row) => formatAmount(row.rows) },
        { key: "pieces", header: "Штук", align: "end", cell: (row) => formatAmount(row.pieces) },
        { key: "points", header: "Баллы", align: "end", cell: (row) => formatAmount(row.points) },
      ]}
    />
  );
}
