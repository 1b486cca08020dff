import { giftHandlers } from "../../../contract/values";
import { CheckboxField, SelectField } from "../../ui/core/choice-field";
import { FilterForm } from "../../ui/core/filter-form";
import { filterQuery, type GiftFilter } from "./gift-view";
import { giftKinds } from "./kinds";

const shell = { id: "filter", result: null };

/** Chooses a kind of gift, and only gifts that the balance is enough for. */
export function GiftsFilter({ filter, withPoints }: { filter: GiftFilter; withPoints: boolean }) {
  return (
    <FilterForm label="Выбор подарков" resetTo={filterQuery(filter) ? "/dashboard/gifts/" : undefined}>
      <SelectField
        key={filter.type}
        shell={shell}
        name="type"
        label="Вид подарка"
        defaultValue={filter.type}
        placeholder="Все подарки"
        choices={giftHandlers.map((handler) => ({ value: handler, label: giftKinds[handler].label }))}
      />
      {withPoints && (
        <CheckboxField
          key={String(filter.enough)}
          shell={shell}
          name="enough"
          value="1"
          label="На что хватает баллов"
          defaultChecked={filter.enough}
        />
      )}
    </FilterForm>
  );
}
