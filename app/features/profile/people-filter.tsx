import { searchRule } from "../../../contract/field-rules";
import { SelectField } from "../../ui/core/choice-field";
import { FilterForm } from "../../ui/core/filter-form";
import { SearchField } from "../../ui/core/text-field";
import { MEMBER_SIGN_NAMES, MEMBER_SIGNS, type MemberSign } from "./people-view";

type PeopleFilterProps = {
  label: string;
  search: string;
  manager?: string | undefined;
  /** The sign that is chosen, and those to choose from: without any there is no choice. */
  sign?: MemberSign | "";
  signs?: readonly MemberSign[];
};

const shell = { id: "people", result: null };

/** Filters a list of people by name, contact, company or INN, and a manager's members by their signs. */
export function PeopleFilter({ label, search, manager, sign = "", signs = [] }: PeopleFilterProps) {
  const offered = MEMBER_SIGNS.filter((one) => one === sign || signs.includes(one));
  const isFiltered = search !== "" || sign !== "";
  return (
    <FilterForm
      label={label}
      submit="Найти"
      {...(isFiltered && {
        resetTo: manager ? `/dashboard/profile?manager=${encodeURIComponent(manager)}` : "/dashboard/profile",
      })}
    >
      {manager && <input type="hidden" name="manager" value={manager} />}
      <SearchField
        shell={shell}
        name="q"
        label="Поиск"
        hint="Имя, e-mail, телефон, компания или ИНН"
        defaultValue={search}
        {...searchRule}
      />
      {offered.length > 0 && (
        <SelectField
          shell={shell}
          name="sign"
          label="Пометка"
          choices={offered.map((one) => ({ value: one, label: MEMBER_SIGN_NAMES[one] }))}
          placeholder="Любая"
          defaultValue={sign}
        />
      )}
    </FilterForm>
  );
}
