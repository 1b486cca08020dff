import type { Dispatch, SetStateAction } from "react";
import { distributorRules, searchRule } from "../../../contract/field-rules";
import { REGION_LOOKUP_DEBOUNCE_MS } from "../../../contract/values";
import { type Choice, SelectField } from "../../ui/core/choice-field";
import { fieldValue } from "../../ui/core/field";
import type { FormShell } from "../../ui/core/form-shell";
import { TextField } from "../../ui/core/text-field";
import { LookupButton } from "./lookup-button";
import type { LookupResult } from "./lookup-result";
import { useLookup } from "./use-lookup";

type DistributorFieldProps = {
  shell: FormShell;
  /** All distributors; null when there are too many to list, and the form searches by name. */
  distributors: readonly Choice[] | null;
  /** An invitation or referral determines the distributor (§5.4). */
  isLinked: boolean;
  found: LookupResult;
  setFound: Dispatch<SetStateAction<LookupResult>>;
  /** Which company that is. */
  hint: string;
  /** Gets the id of the chosen distributor. */
  onChoose?: (id: string) => void;
};

const KEYS = ["distributors", "distributorError"] as const;
const SHORTEST_NAME = 2;

/** The distributor of the participant: determined by an invitation or referral, or chosen here. */
export function DistributorField({ isLinked, ...choice }: DistributorFieldProps) {
  if (!isLinked) return <DistributorChoice {...choice} />;
  return <p className="registration-inviter">Дистрибьютор определится по приглашению.</p>;
}

/** Searches and chooses a distributor; the field is `curator`. */
function DistributorChoice({
  shell,
  distributors,
  found,
  setFound,
  hint,
  onChoose,
}: Omit<DistributorFieldProps, "isLinked">) {
  const search = useLookup(shell, "find-distributor", KEYS, setFound);
  const place = `${shell.id}-distributor`;
  const choices = distributors ?? found.distributors ?? [];
  return (
    <div id={place}>
      {!distributors && (
        <div className="registration-lookup">
          <TextField
            shell={shell}
            name="distributor_search"
            label="Найти дистрибьютора"
            hint="Часть названия компании."
            autoComplete="off"
            {...searchRule}
            error={found.distributorError || undefined}
            onInput={({ currentTarget }) =>
              search.runSoon(currentTarget.value.trim().length >= SHORTEST_NAME && REGION_LOOKUP_DEBOUNCE_MS)
            }
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              search.run();
            }}
          />
          <LookupButton intent="find-distributor" lookup={search} place={place} action={shell.action}>
            Найти
          </LookupButton>
        </div>
      )}
      <SelectField
        key={choices.length}
        shell={shell}
        name="curator"
        label="Дистрибьютор"
        hint={hint}
        choices={choices}
        defaultValue={fieldValue(shell, "curator")}
        placeholder={distributors || found.distributors ? "Выберите дистрибьютора" : "Сначала найдите по названию"}
        {...distributorRules.curator}
        onChange={(event) => onChoose?.(event.currentTarget.value)}
      />
    </div>
  );
}
