import { saleClaimRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { type Choice, SelectField } from "../../ui/core/choice-field";
import { FieldRow, FieldSet } from "../../ui/core/field-set";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextAreaField, TextField } from "../../ui/core/text-field";
import { ScanField } from "../../ui/lazy/scan-field";

interface ClaimFormProps {
  shell: FormShell;
  viewer: "manager" | "member";
  distributors: readonly Choice[];
  shops: readonly Choice[];
  /** Suggestions by code. */
  articles: readonly Choice[];
  /** The latest day that can be chosen, yyyy-mm-dd. */
  today: string;
}

/** Claims a sale that no report has. */
export function ClaimForm({ shell, viewer, distributors, shops, articles, today }: ClaimFormProps) {
  const isManager = viewer === "manager";
  return (
    <FormLayout shell={shell} encType="multipart/form-data">
      <FieldSet legend={isManager ? "Что продали" : "Что купили"}>
        <TextField
          shell={shell}
          name="article_code"
          label="Артикул"
          hint="Начните вводить код или название и выберите из списка."
          autoComplete="off"
          list={`${shell.id}-articles`}
          {...saleClaimRules.article_code}
        />
        <Suggestions id={`${shell.id}-articles`} choices={articles} />
        <FieldRow>
          <TextField
            shell={shell}
            name="sell_count"
            label="Количество,&nbsp;шт."
            autoComplete="off"
            {...saleClaimRules.sell_count}
          />
          <TextField
            shell={shell}
            name="sell_date"
            label={isManager ? "Дата продажи" : "Дата покупки"}
            type="date"
            max={today}
            {...saleClaimRules.sell_date}
          />
        </FieldRow>
      </FieldSet>
      <FieldSet legend={isManager ? "Кому продали" : "У кого купили"}>
        <SelectField
          shell={shell}
          name="curator_id"
          label="Дистрибьютор"
          choices={distributors}
          defaultValue={distributors[0]?.value}
          required
        />
        {isManager ? (
          <>
            <TextField
              shell={shell}
              name="inn"
              label="ИНН торговой точки"
              autoComplete="off"
              list={`${shell.id}-shops`}
              {...saleClaimRules.inn}
            />
            <Suggestions id={`${shell.id}-shops`} choices={shops} />
          </>
        ) : (
          <SelectField
            shell={shell}
            name="inn"
            label="Ваша компания"
            choices={shops}
            defaultValue={shops[0]?.value}
            required
          />
        )}
      </FieldSet>
      <FieldSet
        legend="Документ"
        hint="Накладная, УПД или чек: фотография или PDF, каждый файл до 10&nbsp;МБ. После ошибки файлы нужно выбрать ещё раз."
      >
        <TextField
          shell={shell}
          name="document_number"
          label="Номер документа"
          autoComplete="off"
          {...saleClaimRules.document_number}
        />
        <ScanField shell={shell} name="photo" label="Фото документа" />
        <ScanField shell={shell} name="second_photo" label="Вторая страница" optional />
        <TextAreaField shell={shell} name="comment" label="Комментарий" rows={3} {...saleClaimRules.comment} optional />
      </FieldSet>
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Отправить заявку
        </SubmitButton>
      </div>
    </FormLayout>
  );
}

/** Native suggestions, which work without script. */
function Suggestions({ id, choices }: { id: string; choices: readonly Choice[] }) {
  return (
    <datalist id={id}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  );
}
