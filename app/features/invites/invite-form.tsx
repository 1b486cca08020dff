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
        required
        choices={[
          { value: "member", label: "Ритейл", hint: "магазин или автосервис" },
          { value: "manager", label: "Сейлз", hint: "менеджер по продажам" },
        ]}
      />
      <TextField
        shell={shell}
        name="email"
        label="E-mail"
        hint="Сюда придёт письмо с личной ссылкой"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={254}
        required
      />
      <TextField shell={shell} name="last_name" label="Фамилия" autoComplete="off" maxLength={255} required />
      <TextField shell={shell} name="first_name" label="Имя" autoComplete="off" maxLength={255} required />
      <TextField shell={shell} name="sur_name" label="Отчество" autoComplete="off" maxLength={255} optional />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Отправить приглашение
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
