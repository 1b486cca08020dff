import { SubmitButton } from "../../ui/button";
import { RadioGroup } from "../../ui/choice-field";
import { useDraft } from "../../ui/draft";
import { FormFrame } from "../../ui/form";
import type { FormShell } from "../../ui/form-shell";
import { TextField } from "../../ui/text-field";

/** Invites one person by e-mail. */
export function InviteForm({ shell }: { shell: FormShell }) {
  useDraft(shell, "invite");
  return (
    <FormFrame shell={shell}>
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
      <div className="brow">
        <SubmitButton shell={shell} busyLabel="Отправляем…">
          Отправить приглашение
        </SubmitButton>
      </div>
    </FormFrame>
  );
}
