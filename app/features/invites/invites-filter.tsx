import { searchRule } from "../../../contract/field-rules";
import { SelectField } from "../../ui/core/choice-field";
import { FilterForm } from "../../ui/core/filter-form";
import { SearchField } from "../../ui/core/text-field";
import { statusChoices } from "./invite-status";
import type { InviteFilters } from "./invite-view";

const shell = { id: "invites", result: null };

/** Finds invitations by name or address, and by status. */
export function InvitesFilter({ filters }: { filters: InviteFilters }) {
  const isFiltered = filters.search !== "" || filters.status !== "";
  return (
    <FilterForm label="Поиск приглашений" {...(isFiltered && { resetTo: "/dashboard/invite/" })}>
      <SearchField shell={shell} name="search" label="Имя или e-mail" defaultValue={filters.search} {...searchRule} />
      <SelectField
        shell={shell}
        name="invite_status"
        label="Статус"
        choices={statusChoices}
        placeholder="Любой"
        defaultValue={filters.status}
      />
    </FilterForm>
  );
}
