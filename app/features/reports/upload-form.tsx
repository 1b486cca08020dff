import { reportColumns } from "../../../contract/columns";
import { ButtonLink, SubmitButton } from "../../ui/core/button";
import { Disclosure } from "../../ui/core/disclosure";
import { FileField } from "../../ui/core/file-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { Notice } from "../../ui/core/notice";
import { DefinitionList } from "../../ui/lazy/definition-list";

interface UploadFormProps {
  shell: FormShell;
  /** Whether the report can be looked at before it counts. */
  canPreview: boolean;
  /** The page where the columns of the file that was refused can be named, or how it is read be said. */
  namedAt?: string | undefined;
  /** Whether only the latter is missing. */
  isUnclear?: boolean | undefined;
}

/** Uploads a sales report, to be counted at once or to be checked first. */
export function UploadForm({ shell, canPreview, namedAt, isUnclear }: UploadFormProps) {
  return (
    <FormLayout shell={shell} encType="multipart/form-data">
      <FileField
        shell={shell}
        name="file"
        label="Файл отчёта"
        hint="Excel, OpenDocument или CSV, до 20&nbsp;МБ. Первая строка — названия столбцов."
        accept=".csv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.xml,.html,.htm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        required
      />
      {namedAt && (
        <Notice
          title="Файл уже у нас: покажите, где что"
          action={
            <ButtonLink to={namedAt} variant="secondary">
              {isUnclear ? "Показать, как читать" : "Назвать столбцы"}
            </ButtonLink>
          }
        />
      )}
      <div className="button-row">
        {canPreview && (
          <>
            <SubmitButton shell={shell} name="intent" value="preview" busyLabel="Проверяем…">
              Сначала проверить
            </SubmitButton>{" "}
          </>
        )}
        <SubmitButton
          shell={shell}
          variant={canPreview ? "secondary" : "primary"}
          name="intent"
          value="count"
          busyLabel="Загружаем…"
        >
          Загрузить отчёт
        </SubmitButton>{" "}
        <a className="button button--quiet" href="/dashboard/report/template?format=xlsx" download>
          Шаблон XLSX
        </a>{" "}
        <a className="button button--quiet" href="/dashboard/report/template" download>
          Шаблон CSV
        </a>
      </div>
      <Disclosure summary="Какие столбцы нужны">
        <DefinitionList items={Object.values(reportColumns).map(({ title, hint }) => ({ term: title, value: hint }))} />
        <p className="hint">
          Порядок столбцов любой. Строка, которую уже засчитали раньше, второй раз баллов не принесёт.
        </p>
        {canPreview && (
          <p className="hint">
            Если в файле все продажи за период, после проверки клуб покажет, чего в нём не хватает.
          </p>
        )}
      </Disclosure>
    </FormLayout>
  );
}
