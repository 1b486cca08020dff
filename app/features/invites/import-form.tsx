import { inviteColumns } from "../../../contract/columns";
import { SubmitButton } from "../../ui/core/button";
import { FileField } from "../../ui/core/file-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { DefinitionList } from "../../ui/lazy/definition-list";

/** Invites the people of a CSV or XLSX file. */
export function ImportForm({ shell }: { shell: FormShell }) {
  return (
    <FormLayout shell={shell} encType="multipart/form-data">
      <FileField
        shell={shell}
        name="file"
        label="Файл со списком"
        hint="CSV или XLSX, до 10&nbsp;МБ. Первая строка — названия столбцов."
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        required
      />
      <DefinitionList items={Object.values(inviteColumns).map(({ title, hint }) => ({ term: title, value: hint }))} />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Загружаем…">
          Пригласить по списку
        </SubmitButton>{" "}
        <a className="button button--quiet" href="/dashboard/invite/template?format=xlsx" download>
          Шаблон XLSX
        </a>{" "}
        <a className="button button--quiet" href="/dashboard/invite/template" download>
          Шаблон CSV
        </a>
      </div>
    </FormLayout>
  );
}
