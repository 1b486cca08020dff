import { type ReportColumn, reportColumns } from "../../../contract/columns";
import { quote } from "../../../contract/russian-quotes";
import { SubmitButton } from "../../ui/core/button";
import { SelectField } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import type { ReportPreviewView } from "./report-view";

interface ColumnsFormProps {
  shell: FormShell;
  preview: Pick<ReportPreviewView, "headers" | "columns" | "questions" | "isHeadless" | "needsColumns">;
}

/** Says which header of a report's file stands for which column, and how values are read that have two meanings. */
export function ColumnsForm({ shell, preview }: ColumnsFormProps) {
  const choices = preview.headers.map(({ name, example }) => ({
    value: name,
    label: example ? `${name} (${example})` : name,
  }));
  return (
    <FormLayout shell={shell} label="Столбцы файла">
      {preview.questions.map(({ name, text, answer, choices: answers }) => (
        <SelectField
          key={name}
          shell={shell}
          name={name}
          label={name === "date_order" ? "Порядок в датах" : "Знак в количестве"}
          hint={text}
          choices={answers}
          placeholder="Выберите"
          defaultValue={answer}
          required
        />
      ))}
      {(preview.needsColumns || preview.isHeadless) && (
        <SelectField
          shell={shell}
          name="first_row"
          label="Эта строка — продажа?"
          hint={describeFirstRow(preview)}
          choices={FIRST_ROWS}
          defaultValue={preview.isHeadless ? "sale" : "titles"}
          required
        />
      )}
      {(Object.keys(reportColumns) as ReportColumn[]).map((column) => (
        <SelectField
          key={column}
          shell={shell}
          name={column}
          label={reportColumns[column].title}
          hint={reportColumns[column].hint}
          choices={choices}
          placeholder={reportColumns[column].isRequired ? "Выберите столбец" : "Такого столбца нет"}
          defaultValue={preview.columns[column] ?? ""}
          required={reportColumns[column].isRequired}
        />
      ))}
      <p className="hint">В скобках — значение из первой строки. Клуб запомнит ответы, когда вы засчитаете отчёт.</p>
      <SubmitButton shell={shell} name="intent" value="columns" busyLabel="Проверяем…">
        Проверить с этими столбцами
      </SubmitButton>
    </FormLayout>
  );
}

const FIRST_ROWS = [
  { value: "titles", label: "Нет, это названия столбцов" },
  { value: "sale", label: "Да, это продажа" },
];

/** The values of the row from which the headers were taken. */
function describeFirstRow({ headers, isHeadless }: ColumnsFormProps["preview"]): string {
  return headers.map(({ name, example }) => (isHeadless ? example : name)).join(" · ");
}

/** Which headers stand for which columns, in one sentence. */
export function describeColumns(columns: Readonly<Record<string, string>>): string {
  return (Object.keys(reportColumns) as ReportColumn[])
    .flatMap((column) => {
      const name = columns[column];
      return name && name !== reportColumns[column].title ? [`${reportColumns[column].title} — ${quote(name)}`] : [];
    })
    .join(", ");
}
