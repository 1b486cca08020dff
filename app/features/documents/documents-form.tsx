import { SubmitButton } from "../../ui/core/button";
import { FieldRow, FieldSet } from "../../ui/core/field-set";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextAreaField, TextField } from "../../ui/core/text-field";
import { Gauge } from "../../ui/lazy/progress";
import { DateField } from "./date-field";
import { ScanField } from "./scan-field";
import { useUploadShare } from "./upload";

interface DocumentsFormProps {
  shell: FormShell;
  /** The participant's own names, to begin with. */
  names: { last_name: string; first_name: string; sur_name: string };
  /** Latest date that can be chosen, yyyy-mm-dd. */
  today: string;
}

/** Personal documents for prizes above the year's limit (§8.5). */
export function DocumentsForm({ shell, names, today }: DocumentsFormProps) {
  const share = useUploadShare();
  return (
    <FormLayout shell={shell} encType="multipart/form-data">
      <FieldSet legend="Кто вы">
        <TextField
          shell={shell}
          name="last_name"
          label="Фамилия"
          autoComplete="family-name"
          defaultValue={names.last_name}
          required
        />
        <TextField
          shell={shell}
          name="first_name"
          label="Имя"
          autoComplete="given-name"
          defaultValue={names.first_name}
          required
        />
        <TextField
          shell={shell}
          name="sur_name"
          label="Отчество"
          autoComplete="additional-name"
          defaultValue={names.sur_name}
          required
        />
        <FieldRow>
          <DateField
            shell={shell}
            name="birth_date"
            label="Дата рождения"
            min="1900-01-01"
            max={today}
            autoComplete="bday"
            required
          />
          <TextField
            shell={shell}
            name="inn"
            label="ИНН"
            inputMode="numeric"
            pattern="\d{12}"
            maxLength={12}
            title="12 цифр"
            autoComplete="off"
            required
          />
        </FieldRow>
      </FieldSet>
      <FieldSet legend="Паспорт">
        <FieldRow>
          <TextField
            shell={shell}
            name="passport_series"
            label="Серия"
            inputMode="numeric"
            pattern="\d{4}"
            maxLength={4}
            title="4 цифры"
            autoComplete="off"
            required
          />
          <TextField
            shell={shell}
            name="passport_number"
            label="Номер"
            inputMode="numeric"
            pattern="\d{6}"
            maxLength={6}
            title="6 цифр"
            autoComplete="off"
            required
          />
        </FieldRow>
        <FieldRow>
          <DateField
            shell={shell}
            name="passport_issue_date"
            label="Дата выдачи"
            min="1990-01-01"
            max={today}
            autoComplete="off"
            required
          />
          <TextField
            shell={shell}
            name="passport_code"
            label="Код подразделения"
            placeholder="000-000"
            inputMode="numeric"
            pattern="\d{3}[\s\-]?\d{3}"
            maxLength={7}
            title="Код вида 000-000"
            autoComplete="off"
            required
          />
        </FieldRow>
        <TextAreaField shell={shell} name="passport_issued_by" label="Кем выдан" rows={2} maxLength={500} required />
        <TextAreaField
          shell={shell}
          name="registration_address"
          label="Адрес регистрации"
          rows={2}
          maxLength={500}
          autoComplete="off"
          required
        />
      </FieldSet>
      <FieldSet
        legend="Страницы паспорта"
        hint="Фотография или PDF, каждый файл до 10 МБ. После ошибки файлы нужно выбрать ещё раз."
      >
        <ScanField shell={shell} name="passport_main" label="Разворот с фотографией" />
        <ScanField shell={shell} name="passport_registration" label="Страница с регистрацией" />
      </FieldSet>
      {share !== null && (
        <Gauge label="Отправляем документы" value={share} max={1} text={`${Math.floor(share * 100)} %`} live />
      )}
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Передать документы
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
