import { SubmitButton } from "../../ui/button";
import { CheckboxField } from "../../ui/choice-field";
import { useDraft } from "../../ui/draft";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { TextAreaField, TextField } from "../../ui/text-field";

interface FeedbackFormProps {
  shell: FormShell;
  /** Of whoever is logged in. */
  name?: string;
  email?: string;
  policyLink: string;
}

/** A message to the club's managers (§4.13). */
export function FeedbackForm({ shell, name, email, policyLink }: FeedbackFormProps) {
  useDraft(shell, "feedback");
  return (
    <FormFrame shell={shell}>
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
    </FormFrame>
  );
}
