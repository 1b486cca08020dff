import type { MobileOperator } from "../../../contract/prizes";
import { LINE_MAX_COUNT } from "../../lib/cart-limits";
import { formatPoints } from "../../lib/points";
import { SubmitButton } from "../../ui/core/button";
import { type Choice, RadioGroup, SelectField } from "../../ui/core/choice-field";
import { FormLayout } from "../../ui/core/form";
import type { FormShell } from "../../ui/core/form-shell";
import { PhoneField, TextField } from "../../ui/core/text-field";
import { CardField } from "./card-field";
import { type GiftGroup, type GiftView, listSizes } from "./gift-view";

interface GiftFormProps {
  shell: FormShell;
  group: GiftGroup;
  points: number;
  /** Of phone top-ups. */
  operators: readonly MobileOperator[];
}

/** Everything that a gift needs before it goes into the cart: face, recipient, size, number of pieces. */
export function GiftForm({ shell, group, points, operators }: GiftFormProps) {
  const [only] = group.gifts;
  return (
    <FormLayout shell={shell}>
      <input type="hidden" name="adds" value="new" />
      {group.handler !== "souvenir" && (
        <RadioGroup
          shell={shell}
          name="prize_id"
          label={group.handler === "giftery" ? "Сертификат и номинал" : "Номинал"}
          choices={group.gifts.map((gift) => describeFace(gift, points))}
          required
        />
      )}
      {group.handler === "souvenir" && only && <input type="hidden" name="prize_id" value={only.id} />}
      {group.handler === "phone" && (
        <>
          <PhoneField shell={shell} name="recipient" label="Номер телефона" hint="На него придут деньги." required />
          <SelectField
            shell={shell}
            name="operator"
            label="Оператор"
            required
            placeholder="Выберите оператора"
            choices={operators.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </>
      )}
      {group.handler === "card" && (
        <>
          <CardField shell={shell} name="recipient" label="Номер карты" />
          <TextField
            shell={shell}
            name="operator"
            label="Имя владельца"
            hint="Как на карте."
            autoComplete="cc-name"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            required
          />
        </>
      )}
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
      <TextField
        shell={shell}
        name="cartCount"
        label="Количество"
        type="number"
        inputMode="numeric"
        min={1}
        max={LINE_MAX_COUNT}
        step={1}
        defaultValue="1"
        required
      />
      <div className="brow">
        <SubmitButton shell={shell} busyLabel="Добавляем…">
          Добавить в корзину
        </SubmitButton>
      </div>
    </FormLayout>
  );
}

function describeFace({ id, name, price }: GiftView, points: number): Choice {
  const missing = price - points;
  return {
    value: id,
    label: name,
    hint: missing > 0 ? `${formatPoints(price)}, не хватает ${formatPoints(missing)}` : formatPoints(price),
  };
}
