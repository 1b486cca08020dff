import { formatCount, formatPoints } from "../../lib/points";
import { SubmitButton } from "../../ui/core/button";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";

interface OrderFormProps {
  shell: FormShell;
  /** The basket that is shown: another tab may have changed it since. */
  basket: string;
  units: number;
  total: number;
  /** True where script drives the order unit by unit; without it the first post goes on for some seconds. */
  scripted: boolean;
  /** True while the cart is being changed: the basket that is shown has not got its number yet. */
  waiting?: boolean;
}

/** The button that spends points. Its words say what it does. */
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
