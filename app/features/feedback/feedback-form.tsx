import { SubmitButton } from "../../ui/core/button";
import { CheckboxField } from "../../ui/core/choice-field";
import { useFormDraft } from "../../ui/core/draft";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextAreaField, TextField } from "../../ui/core/text-field";

interface FeedbackFormProps {
  shell: FormShell;
  /** Of whoever is logged in. */
  name?: string;
  email?: string;
  policyLink: string;
}

/** A message to the club's managers (§4.13). */
export function FeedbackForm({ shell, name, email, policyLink }: FeedbackFormProps) {
  useFormDraft(shell, "feedback");
  return (
    <FormLayout shell={shell}>
      <TextField
        shell={shell}
        name="name"
        label="Как к вам обращаться"
        autoComplete="name"
        maxLength={255}
        defaultValue={name}
        required
      />
      <TextField
        shell={shell}
        name="email"
        label="E-mail для ответа"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={254}
        defaultValue={email}
        required
      />
      <TextAreaField shell={shell} name="message" label="Сообщение" maxLength={5000} required />
      <CheckboxField
        shell={shell}
        name="policy"
        label={
          <>
            Соглашаюсь с{" "}
            <a href={policyLink || "/"} target="_blank" rel="noopener">
              политикой конфиденциальности
            </a>
          </>
        }
        required
      />
      <SubmitButton shell={shell} busyLabel="Отправляем…">
        Отправить сообщение
      </SubmitButton>
    </FormLayout>
  );
}
