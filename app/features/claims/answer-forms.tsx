import { saleClaimRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { SelectField } from "../../ui/core/choice-field";
import { FieldRow } from "../../ui/core/field-set";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextAreaField, TextField } from "../../ui/core/text-field";
import type { ClaimCardView } from "./claim-view";

interface AcceptFormProps {
  shell: FormShell;
  claim: Pick<ClaimCardView, "claimed" | "managers">;
  /** The latest day that can be chosen, yyyy-mm-dd. */
  today: string;
}

/** Accepts a claim, corrected where the document says otherwise. */
export function AcceptForm({ shell, claim, today }: AcceptFormProps) {
  const { claimed, managers } = claim;
  return (
    <FormLayout shell={shell} label="Принять заявку">
      <p>Сверьте с документом и исправьте, если нужно. Баллы начислятся по ставке дня продажи.</p>
      <TextField
        shell={shell}
        name="article_code"
        label="Артикул"
        autoComplete="off"
        defaultValue={claimed.article_code}
        {...saleClaimRules.article_code}
      />
      <FieldRow>
        <TextField
          shell={shell}
          name="sell_count"
          label="Количество,&nbsp;шт."
          autoComplete="off"
          defaultValue={claimed.sell_count}
          {...saleClaimRules.sell_count}
        />
        <TextField
          shell={shell}
          name="sell_date"
          label="Дата продажи"
          type="date"
          max={today}
          defaultValue={claimed.sell_date}
          {...saleClaimRules.sell_date}
        />
      </FieldRow>
      <SelectField
        shell={shell}
        name="manager_id"
        label="Менеджер"
        choices={managers}
        placeholder="Кто продал"
        defaultValue={claimed.manager_id}
        required
      />
      <div className="button-row">
        <SubmitButton shell={shell} name="intent" value="accept" busyLabel="Засчитываем…">
          Принять и начислить баллы
        </SubmitButton>
      </div>
    </FormLayout>
  );
}

/** Refuses a claim with a reason. */
export function RefuseForm({ shell }: { shell: FormShell }) {
  return (
    <FormLayout shell={shell} label="Отклонить заявку">
      <TextAreaField
        shell={shell}
        name="reason"
        label="Причина отказа"
        hint="Её увидит участник."
        rows={3}
        {...saleClaimRules.reason}
      />
      <div className="button-row">
        <SubmitButton shell={shell} name="intent" value="refuse" variant="danger" busyLabel="Отклоняем…">
          Отклонить заявку
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
