import { Link } from "@remix-run/react";
import { SelectField } from "../../ui/core/choice-field";
import { FilterForm } from "../../ui/core/filter-form";
import { statementPath } from "./statement-path";

const shell = { id: "month", result: null };

export interface MonthChoice {
  /** As `2026-03`. */
  month: string;
  /** «март 2026 г.» */
  name: string;
}

interface MonthPickerProps {
  /** Null where the address has none that can be shown. */
  month: string | null;
  /** Newest first. */
  choices: readonly MonthChoice[];
  previous: MonthChoice | null;
  next: MonthChoice | null;
}

/** Chooses the month of a statement. */
export function MonthPicker({ month, choices, previous, next }: MonthPickerProps) {
  return (
    <>
      <FilterForm key={month} label="Месяц выписки">
        <SelectField
          shell={shell}
          name="month"
          label="Месяц"
          defaultValue={month ?? choices[0]?.month}
          choices={choices.map((choice) => ({ value: choice.month, label: choice.name }))}
        />
      </FilterForm>
      {(previous || next) && (
        <nav className="pagination" aria-label="Соседние месяцы">
          {previous && (
            <Link to={statementPath(previous.month)} rel="prev">
              <span aria-hidden="true">←</span> {previous.name}
            </Link>
          )}
          {next && (
            <Link to={statementPath(next.month)} rel="next">
              {next.name} <span aria-hidden="true">→</span>
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
