import { feedbackRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { CheckboxField } from "../../ui/core/choice-field";
import { useFormDraft } from "../../ui/core/draft";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextAreaField, TextField } from "../../ui/core/text-field";

interface FeedbackFormProps {
  shell: FormShell;
  /** Name and e-mail of the logged-in participant. */
  name?: string;
  email?: string;
  policyLink: string;
  /** The path of the page that the form was opened on; it is shown again afterwards. */
  openedOn: string;
}

/** A message to the club's managers (§4.13). */
export function FeedbackForm({ shell, name, email, policyLink, openedOn }: FeedbackFormProps) {
  useFormDraft(shell, "feedback");
  const returnPath = shell.result?.initialValue?.to ?? openedOn;
  return (
    <FormLayout shell={shell}>
      <input type="hidden" name="to" value={String(returnPath)} />
      <TextField
        shell={shell}
        name="name"
        label="Как к вам обращаться"
        autoComplete="name"
        defaultValue={name}
        {...feedbackRules.name}
      />
      <TextField
        shell={shell}
        name="email"
        label="E-mail для ответа"
        autoComplete="email"
        autoCapitalize="none"
        defaultValue={email}
        {...feedbackRules.email}
      />
      <TextAreaField shell={shell} name="message" label="Сообщение" {...feedbackRules.message} />
      <CheckboxField
        shell={shell}
        name="policy"
        label={
          <>
            Соглашаюсь с{" "}
            <a href={policyLink || "/"} target="_blank" rel="noopener">
              политикой конфиденци&shy;альности
            </a>
          </>
        }
        {...feedbackRules.policy}
      />
      <SubmitButton shell={shell} busyLabel="Отправляем…">
        Отправить сообщение
      </SubmitButton>
    </FormLayout>
  );
}
