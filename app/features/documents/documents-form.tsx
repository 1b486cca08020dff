import { documentRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { FieldRow, FieldSet } from "../../ui/core/field-set";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextAreaField, TextField } from "../../ui/core/text-field";
import { Gauge } from "../../ui/lazy/progress";
import { ScanField } from "../../ui/lazy/scan-field";
import { DateField } from "./date-field";
import { useUploadProgress } from "./upload";

interface DocumentsFormProps {
  shell: FormShell;
  /** The participant's names, which fill in the form. */
  names: { last_name: string; first_name: string; sur_name: string };
  /** The latest date that can be chosen, yyyy-mm-dd. */
  today: string;
}

/** Personal documents for prizes above the year's limit (§8.5). */
export function DocumentsForm({ shell, names, today }: DocumentsFormProps) {
  const progress = useUploadProgress();
  return (
    <FormLayout shell={shell} encType="multipart/form-data">
      <FieldSet legend="Кто вы">
        <TextField
          shell={shell}
          name="last_name"
          label="Фамилия"
          autoComplete="family-name"
          defaultValue={names.last_name}
          {...documentRules.last_name}
        />
        <TextField
          shell={shell}
          name="first_name"
          label="Имя"
          autoComplete="given-name"
          defaultValue={names.first_name}
          {...documentRules.first_name}
        />
        <TextField
          shell={shell}
          name="sur_name"
          label="Отчество"
          autoComplete="additional-name"
          defaultValue={names.sur_name}
          {...documentRules.sur_name}
        />
        <FieldRow>
          <DateField
            shell={shell}
            name="birth_date"
            label="Дата рождения"
            max={today}
            autoComplete="bday"
            {...documentRules.birth_date}
          />
          <TextField shell={shell} name="inn" label="ИНН" autoComplete="off" {...documentRules.inn} />
        </FieldRow>
      </FieldSet>
      <FieldSet legend="Паспорт">
        <FieldRow>
          <TextField
            shell={shell}
            name="passport_series"
            label="Серия"
            autoComplete="off"
            {...documentRules.passport_series}
          />
          <TextField
            shell={shell}
            name="passport_number"
            label="Номер"
            autoComplete="off"
            {...documentRules.passport_number}
          />
        </FieldRow>
        <FieldRow>
          <DateField
            shell={shell}
            name="passport_issue_date"
            label="Дата выдачи"
            max={today}
            autoComplete="off"
            {...documentRules.passport_issue_date}
          />
          <TextField
            shell={shell}
            name="passport_code"
            label="Код подразделения"
            placeholder="000-000"
            autoComplete="off"
            {...documentRules.passport_code}
          />
        </FieldRow>
        <TextAreaField
          shell={shell}
          name="passport_issued_by"
          label="Кем выдан"
          rows={2}
          {...documentRules.passport_issued_by}
        />
        <TextAreaField
          shell={shell}
          name="registration_address"
          label="Адрес регистрации"
          rows={2}
          autoComplete="off"
          {...documentRules.registration_address}
        />
      </FieldSet>
      <FieldSet
        legend="Страницы паспорта"
        hint="Фотография или PDF, каждый файл до 10&nbsp;МБ. После ошибки файлы нужно выбрать ещё раз."
      >
        <ScanField shell={shell} name="passport_main" label="Разворот с фотографией" />
        <ScanField shell={shell} name="passport_registration" label="Страница с регистрацией" />
      </FieldSet>
      {progress !== null && (
        <Gauge label="Передаём документы" value={progress} max={1} text={`${Math.floor(progress * 100)}\u00a0%`} live />
      )}
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Передаём…">
          Передать документы
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
