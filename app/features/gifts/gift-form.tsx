import type { MobileOperator } from "../../../contract/prizes";
import { SubmitButton } from "../../ui/core/button";
import { SelectField } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { BalanceAhead } from "./balance-ahead";
import { CountField } from "./count-field";
import { DenominationField } from "./denomination-field";
import { type GiftGroup, listSizes } from "./gift-view";
import { findKind } from "./kinds";
import { type KnownRecipient, OrderField } from "./order-field";

interface GiftFormProps {
  shell: FormShell;
  group: GiftGroup;
  /** Null when the balance isn't known. */
  points: number | null;
  /** Empty unless the kind asks for one. */
  operators: readonly MobileOperator[];
  known: KnownRecipient;
  /** A payment agent of the club pays it out. */
  isPaidByAgent: boolean;
}

/** Puts a gift into the cart: which gift of the group, for whom, in which size and how many. */
export function GiftForm({ shell, group, points, operators, known, isPaidByAgent }: GiftFormProps) {
  const kind = findKind(group.handler);
  const [only] = group.gifts;
  return (
    <FormLayout shell={shell}>
      <input type="hidden" name="adds" value="new" />
      {kind.group ? (
        <DenominationField shell={shell} label={kind.group.choiceLabel} gifts={group.gifts} points={points} />
      ) : (
        only && <input type="hidden" name="prize_id" value={only.id} />
      )}
      {kind.fields.map((field) => (
        <OrderField key={field.name} shell={shell} field={field} operators={operators} known={known} />
      ))}
      {only && only.sizes.length > 0 && (
        <SelectField
          shell={shell}
          name="size"
          label="Размер"
          required
          placeholder="Выберите размер"
          choices={listSizes(only.sizes)}
        />
      )}
      <CountField shell={shell} />
      <BalanceAhead formId={shell.id} group={group} points={points} isPaidByAgent={isPaidByAgent} />
      <div className="button-row">
        <SubmitButton shell={shell} busyLabel="Добавляем…">
          Добавить в корзину
        </SubmitButton>
      </div>
    </FormLayout>
  );
}
