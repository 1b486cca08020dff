import { innRule } from "../../../contract/field-rules";
import { FilterForm } from "../../ui/core/filter-form";
import { TextField } from "../../ui/core/text-field";

type InnFilterProps = { inn: string; error: string | null };

/** Asks for the INN of a company. */
export function InnFilter({ inn, error }: InnFilterProps) {
  return (
    <FilterForm label="Поиск по ИНН" submit="Найти" {...(inn && { resetTo: "/dashboard/search/" })}>
      <TextField
        shell={{ id: "regional", result: null }}
        name="inn"
        label="ИНН"
        hint="10&nbsp;цифр у компании, 12 у предпринимателя."
        autoComplete="off"
        // No pattern: the server's message says what is wrong with the INN.
        inputMode={innRule.inputMode}
        maxLength={innRule.maxLength}
        required={innRule.required}
        defaultValue={inn}
        {...(error !== null && { error })}
      />
    </FilterForm>
  );
}
