import { CheckboxField, SelectField } from "../../ui/core/choice-field";
import { FilterForm } from "../../ui/lazy/filter-form";
import { filterQuery, type GiftFilter, giftTypes } from "./gift-view";

const shell = { id: "filter", result: null };

/** Type of gift, and only what the balance is enough for. */
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
        choices={giftTypes}
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
