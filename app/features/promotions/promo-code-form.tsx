import { promoCodeRules } from "../../../contract/field-rules";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { TextField } from "../../ui/core/text-field";

/** A promo code from a package (§1.5). @param takesFocus whether the form replaces one that had the focus */
export function PromoCodeForm({ shell, takesFocus = false }: { shell: FormShell; takesFocus?: boolean }) {
  return (
    <FormLayout shell={shell}>
      <TextField
        shell={shell}
        name="promo_code"
        label="Промокод"
        hint="Пробелы, дефисы и размер букв не важны."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={takesFocus}
        {...promoCodeRules.promo_code}
      />
      <SubmitButton shell={shell} busyLabel="Проверяем…">
        Получить баллы
      </SubmitButton>
    </FormLayout>
  );
}
