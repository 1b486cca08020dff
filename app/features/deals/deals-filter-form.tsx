import { searchRule } from "../../../contract/field-rules";
import { FilterForm } from "../../ui/core/filter-form";
import { SearchField, TextField } from "../../ui/core/text-field";
import type { DealsFilter } from "./deal-view";

const shell = { id: "deals", result: null };

type DealsFilterFormProps = { filter: DealsFilter; canSearch: boolean };

/** Finds deals by what their list shows, and by period. */
export function DealsFilterForm({ filter: { from, to, isReversed, search }, canSearch }: DealsFilterFormProps) {
  return (
    <FilterForm label="Поиск и период" {...((from || to || search) && { resetTo: "/dashboard/sales/" })}>
      {canSearch && (
        <SearchField shell={shell} name="search" label="Товар или компания" defaultValue={search} {...searchRule} />
      )}
      <TextField shell={shell} name="date_from" label="С даты" type="date" defaultValue={from} />
      <TextField
        shell={shell}
        name="date_to"
        label="По дату"
        type="date"
        defaultValue={to}
        {...(isReversed && { error: "Конец периода раньше его начала." })}
      />
    </FilterForm>
  );
}
