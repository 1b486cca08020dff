import { inviteRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { RadioGroup } from "../../ui/core/choice-field";
import { useFormDraft } from "../../ui/core/draft";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextField } from "../../ui/core/text-field";

/** Invites one person by e-mail. */
export function InviteForm({ shell }: { shell: FormShell }) {
  useFormDraft(shell, "invite");
  return (
    <FormLayout shell={shell}>
      <RadioGroup
        shell={shell}
        name="target_promo_group_system_name"
        label="Кого приглашаете"
        inline
        {...inviteRules.target_promo_group_system_name}
        choices={[
          { value: "member", label: "Магазин или сервис", hint: "«Ритейл»" },
          { value: "manager", label: "Менеджер", hint: "«Сейлз»" },
        ]}
      />
      <TextField
        shell={shell}
        name="email"
        label="E-mail"
        hint="Сюда придёт письмо с личной ссылкой."
        autoComplete="off"
        autoCapitalize="none"
        {...inviteRules.email}
      />
      <TextField shell={shell} name="last_name" label="Фамилия" autoComplete="off" {...inviteRules.last_name} />
      <TextField shell={shell} name="first_name" label="Имя" autoComplete="off" {...inviteRules.first_name} />
      <TextField shell={shell} name="sur_name" label="Отчество" autoComplete="off" {...inviteRules.sur_name} optional />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Отправить пригла&shy;шение
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
