import { SubmitButton } from "../../ui/button";
import { DefinitionList } from "../../ui/definition-list";
import { FileField } from "../../ui/file-field";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { inviteColumns } from "./invite-columns";

/** Invites the people of a CSV or XLSX file. */
export function ImportForm({ shell }: { shell: FormShell }) {
  return (
    <FormFrame shell={shell} encType="multipart/form-data">
      <FileField
        shell={shell}
        name="file"
        label="Файл со списком"
        hint="CSV или XLSX, до 10 МБ. Первая строка — названия столбцов."
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        required
      />
      <DefinitionList items={inviteColumns.map(({ title, hint }) => ({ term: title, value: hint }))} />
      <div className="brow">
        <SubmitButton shell={shell} busyLabel="Загружаем…">
          Пригласить по списку
        </SubmitButton>
        <a className="btn quiet" href="/dashboard/invite/template" download>
          Скачать шаблон
        </a>
      </div>
    </FormFrame>
  );
}
