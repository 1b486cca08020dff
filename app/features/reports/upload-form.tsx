import { reportColumns } from "../../../contract/columns";
import { SubmitButton } from "../../ui/core/button";
import { CheckboxField } from "../../ui/core/choice-field";
import { Disclosure } from "../../ui/core/disclosure";
import { FileField } from "../../ui/core/file-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { DefinitionList } from "../../ui/lazy/definition-list";

/** Uploads a sales report (CSV or XLSX). */
export function UploadForm({ shell }: { shell: FormShell }) {
  return (
    <FormLayout shell={shell} encType="multipart/form-data">
      <FileField
        shell={shell}
        name="file"
        label="Файл отчёта"
        hint="CSV или XLSX, до 20 МБ. Первая строка — названия столбцов."
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        required
      />
      {shell.result?.error?.equal_rows && (
        <CheckboxField
          shell={shell}
          name="equal_rows"
          value="count"
          label="Одинаковые строки — это разные продажи, посчитать каждую"
          hint="Файл выберите ещё раз."
        />
      )}
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Загружаем…">
          Загрузить отчёт
        </SubmitButton>
        <a className="button button--quiet" href="/dashboard/report/template" download>
          Скачать шаблон
        </a>
      </div>
      <Disclosure summary="Какие столбцы нужны">
        <DefinitionList items={Object.values(reportColumns).map(({ title, hint }) => ({ term: title, value: hint }))} />
        <p className="hint">
          Порядок столбцов любой. Строка, которую уже засчитали раньше, второй раз баллов не принесёт.
        </p>
      </Disclosure>
    </FormLayout>
  );
}
