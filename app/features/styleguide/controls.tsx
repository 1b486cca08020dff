import { Form } from "@remix-run/react";
import { phoneRule } from "../../../contract/field-rules";
import { Button, ButtonLink, ButtonRow, type ButtonVariant, SubmitButton } from "../../ui/core/button";
import { CheckboxField, RadioGroup, SelectField } from "../../ui/core/choice-field";
import { FieldRow, FieldSet } from "../../ui/core/field-set";
import { FileField } from "../../ui/core/file-field";
import { FilterForm } from "../../ui/core/filter-form";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { Section } from "../../ui/core/page";
import { ReadOnlyField } from "../../ui/core/read-only-field";
import { PasswordField, PhoneField, SearchField, TextAreaField, TextField } from "../../ui/core/text-field";
import { CopyField } from "../../ui/lazy/copy-field";

const VARIANTS: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];
const CHOICES = [
  { value: "shop", label: "Магазин" },
  { value: "service", label: "Станция", hint: "Ремонт и обслуживание" },
  { value: "none", label: "Недоступно", disabled: true },
];

/** Buttons of every variant: ready, disabled, small and busy. */
export function Buttons() {
  return (
    <Section title="Кнопки">
      {VARIANTS.map((variant) => (
        <ButtonRow key={variant}>
          <Button type="button" variant={variant}>
            Заказать подарок
          </Button>
          <Button type="button" variant={variant} small>
            Маленькая
          </Button>
          <Button type="button" variant={variant} disabled>
            Ждёт
          </Button>
          <SubmitButton type="button" variant={variant} shell={{ busy: true }} busyLabel="Отправляем…">
            Отправить
          </SubmitButton>
          <ButtonLink variant={variant} to=".">
            Ссылка
          </ButtonLink>
        </ButtonRow>
      ))}
      <Button type="button" wide>
        Во всю ширину
      </Button>
    </Section>
  );
}

/** Every field, empty and with errors. `id` prefixes the ids, because the page has two copies. */
export function Forms({ id }: { id: string }) {
  return (
    <Section title="Поля и формы">
      <div className="columns columns--two">
        <Fields shell={{ id: `${id}-fresh`, Form, result: null, busy: false }} />
        <Fields shell={{ id: `${id}-failed`, Form, result: refused, busy: false }} />
      </div>
      <FilterForm label="Отбор" resetTo=".">
        <SearchField shell={{ id: `${id}-filter`, result: null }} name="search" label="Поиск" />
        <SelectField
          shell={{ id: `${id}-filter`, result: null }}
          name="status"
          label="Состояние"
          placeholder="Любое"
          choices={CHOICES}
        />
      </FilterForm>
    </Section>
  );
}

function Fields({ shell }: { shell: FormShell }) {
  return (
    <FormLayout shell={shell} label={shell.id} noValidate>
      <FieldSet legend="Кто вы" hint="Как в документах.">
        <FieldRow>
          <TextField shell={shell} name="name" label="Имя" autoComplete="off" />
          <TextField shell={shell} name="sur_name" label="Отчество" optional disabled autoComplete="off" />
        </FieldRow>
        <PhoneField
          shell={shell}
          name="phone"
          label="Телефон"
          hint="Пришлём код."
          {...phoneRule}
          autoComplete="off"
          required={false}
        />
        <PasswordField shell={shell} name="password" label="Пароль" />
        <TextAreaField shell={shell} name="message" label="Сообщение" />
      </FieldSet>
      <FieldSet legend="Компания">
        <ReadOnlyField shell={shell} name="legal" label="Юридическое название" value="ООО «Автосвет»" />
        <TextField shell={shell} name="inn" label="ИНН" status="Компания найдена" autoComplete="off" />
        <SelectField shell={shell} name="segment" label="Сегмент" placeholder="Выберите" choices={CHOICES} />
        <RadioGroup shell={shell} name="kind" label="Вид" choices={CHOICES} defaultValue="shop" />
        <RadioGroup shell={shell} name="mode" label="Связь" choices={CHOICES.slice(0, 2)} defaultValue="shop" inline />
        <CheckboxField shell={shell} name="policy" label="Принимаю политику" hint="Без неё не обойтись." />
        <FileField shell={shell} name="file" label="Файл отчёта" />
        <CopyField id={`${shell.id}-link`} label="Ссылка" value="https://club.example.com/?referral=7" />
      </FieldSet>
      <SubmitButton shell={shell} type="button">
        Отправить
      </SubmitButton>
    </FormLayout>
  );
}

const refused: FormShell["result"] = {
  status: "error",
  initialValue: { name: "Пётр", phone: "12", message: "Когда придут баллы", inn: "5000200016", kind: "service" },
  error: {
    "": ["Компания уже зарегистрирована.", "Обратитесь в поддержку."],
    name: ["Укажите имя."],
    phone: ["Телефон должен состоять из 11 цифр."],
    message: ["Слишком коротко."],
    segment: ["Выберите сегмент."],
    kind: ["Выберите вид."],
    policy: ["Примите политику конфиденциальности."],
    file: ["Приложите файл."],
  },
};
