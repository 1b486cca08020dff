import { SubmitButton } from "../../ui/button";
import { DefinitionList } from "../../ui/definition-list";
import { Disclosure } from "../../ui/disclosure";
import { FileField } from "../../ui/file-field";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { reportColumns } from "./report-columns";

/** Uploads a sales report (CSV or XLSX). */
export function UploadForm({ shell }: { shell: FormShell }) {
  return (
    <FormFrame shell={shell} encType="multipart/form-data">
      <FileField
        shell={shell}
        name="file"
        label="Файл отчёта"
        hint="CSV или XLSX, до 20 МБ. Первая строка — названия столбцов."
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        required
      />
      <div className="brow">
        <SubmitButton shell={shell} busyLabel="Загружаем…">
          Загрузить отчёт
        </SubmitButton>
        <a className="btn quiet" href="/dashboard/report/template" download>
          Скачать шаблон
        </a>
      </div>
      <Disclosure summary="Какие столбцы нужны">
        <DefinitionList items={reportColumns.map(({ title, hint }) => ({ term: title, value: hint }))} />
        <p className="hint">
          Порядок столбцов любой. Строка, которую уже засчитали раньше, второй раз баллов не принесёт.
        </p>
      </Disclosure>
    </FormFrame>
  );
}
