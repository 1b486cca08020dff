import { formatCount, formatPoints } from "../../lib/points";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";

interface OrderFormProps {
  shell: FormShell;
  /** Id of the cart that is shown, which another tab may have changed since. */
  basket: string;
  units: number;
  total: number;
  /** Script is running and sends the units one by one; without it the form orders for ten seconds. */
  scripted: boolean;
  /** Edits of the cart are pending, so its new id isn't known yet. */
  waiting?: boolean;
}

/** The button that spends the points. */
export function OrderForm({ shell, basket, units, total, scripted, waiting = false }: OrderFormProps) {
  return (
    <FormLayout shell={{ ...shell, busy: shell.busy || waiting }}>
      <input type="hidden" name="basket" value={basket} />
      <input type="hidden" name="total" value={total} />
      <SubmitButton
        shell={shell}
        busyLabel="Оформляем…"
        name="intent"
        value={scripted ? "start" : "order"}
        aria-disabled={waiting}
      >
        Заказать {formatCount(units, "подарок", "подарка", "подарков")} за {formatPoints(total)}
      </SubmitButton>
    </FormLayout>
  );
}
