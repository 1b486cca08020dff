import { searchRule } from "../../../contract/field-rules";
import { SearchField } from "../../ui/core/text-field";
import { FilterForm } from "../../ui/lazy/filter-form";

type PeopleFilterProps = { label: string; search: string; manager?: string | undefined };

/** Filters a list of people by name, contact, company or INN. */
export function PeopleFilter({ label, search, manager }: PeopleFilterProps) {
  return (
    <FilterForm
      label={label}
      submit="Найти"
      {...(search && { resetTo: manager ? `/dashboard/profile?manager=${manager}` : "/dashboard/profile" })}
    >
      {manager && <input type="hidden" name="manager" value={manager} />}
      <SearchField
        shell={{ id: "people", result: null }}
        name="q"
        label="Поиск"
        hint="Имя, e-mail, телефон, компания или ИНН"
        defaultValue={search}
        {...searchRule}
      />
    </FilterForm>
  );
}
