import { FilterForm } from "../../ui/core/filter-form";
import { TextField } from "../../ui/core/text-field";
import type { Period } from "./deal-view";

const shell = { id: "period", result: null };

/** Chooses the period of a list of deals. */
export function PeriodFilter({ period }: { period: Period }) {
  return (
    <FilterForm label="Период" {...((period.from || period.to) && { resetTo: "/dashboard/sales/" })}>
      <TextField shell={shell} name="date_from" label="С даты" type="date" defaultValue={period.from} />
      <TextField
        shell={shell}
        name="date_to"
        label="По дату"
        type="date"
        defaultValue={period.to}
        {...(period.isReversed && { error: "Конец периода раньше его начала." })}
      />
    </FilterForm>
  );
}
