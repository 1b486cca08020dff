import { type Dispatch, type SetStateAction, type SyntheticEvent, useEffect, useRef } from "react";
import { COMPANY_LOOKUP_DEBOUNCE_MS, INN_LENGTHS, REGION_LOOKUP_DEBOUNCE_MS } from "../../../contract/values";
import { Button } from "../../ui/core/button";
import { CheckboxField, type Choice, SelectField } from "../../ui/core/choice-field";
import { FieldSet } from "../../ui/core/field-set";
import type { FormShell } from "../../ui/core/form-shell";
import { ReadOnlyField } from "../../ui/core/read-only-field";
import { TextField } from "../../ui/core/text-field";
import { LookUpButton } from "./lookup-button";
import type { Finding } from "./lookup-result";
import { useLookUp } from "./use-lookups";

/** The entry of the segment list that opens a field for one's own words. */
export const OTHER_SEGMENT = "other";

type CompanyFieldsProps = {
  shell: FormShell;
  segments: readonly Choice[];
  finding: Finding;
  setFinding: Dispatch<SetStateAction<Finding>>;
};

const COMPANY_KEYS = ["legalName", "legalAddress", "checkedInn", "companyNote", "companyError"] as const;
const ADDRESS_KEYS = ["suggestions", "suggestionError"] as const;
const SHORTEST_ADDRESS = 3;

/** The retail company (§3.2): by its tax number, with the actual address and the segment. */
export function CompanyFields({ shell, segments, finding, setFinding }: CompanyFieldsProps) {
  return (
    <FieldSet legend="Компания">
      <LegalFields shell={shell} finding={finding} setFinding={setFinding} />
      <TextField
        shell={shell}
        name="company_actual_name_organization"
        label="Название на вывеске"
        hint="Как магазин или сервис знают покупатели."
        autoComplete="organization"
        maxLength={255}
        optional
      />
      <AddressFields shell={shell} finding={finding} setFinding={setFinding} />
      <div className="segment">
        <SelectField
          shell={shell}
          name="company_segment_id"
          label="Сегмент"
          choices={[...segments, { value: OTHER_SEGMENT, label: "Другое" }]}
          placeholder="Чем занимается компания"
          required
        />
        <TextField
          shell={shell}
          name="company_segment_other"
          label="Если «Другое» — назовите сегмент"
          className="other"
          maxLength={80}
        />
      </div>
    </FieldSet>
  );
}

type PartProps = Omit<CompanyFieldsProps, "segments">;

/** §3.4: legal name and address are what the register of companies says. */
function LegalFields({ shell, finding, setFinding }: PartProps) {
  const find = useLookUp(shell, "find-company", COMPANY_KEYS, setFinding);
  const place = `${shell.id}-company`;
  return (
    <div id={place}>
      <TextField
        shell={shell}
        name="company_inn"
        label="ИНН"
        hint="10 цифр у компании, 12 у предпринимателя."
        inputMode="numeric"
        autoComplete="off"
        pattern="[\d\s]{10,18}"
        title="10 или 12 цифр"
        maxLength={18}
        status={finding.companyNote}
        error={finding.companyError || undefined}
        onInput={(event) => {
          setFinding((last) => ({ ...last, legalName: "", legalAddress: "", companyNote: "", companyError: "" }));
          const digits = event.currentTarget.value.replace(/\D/g, "").length;
          find.askSoon(INN_LENGTHS.some((length) => length === digits) && COMPANY_LOOKUP_DEBOUNCE_MS);
        }}
        required
      />
      <LookUpButton intent="find-company" lookUp={find} place={place} action={shell.action}>
        Найти по ИНН
      </LookUpButton>
      <input type="hidden" name="checked_inn" value={finding.checkedInn} />
      <ReadOnlyField
        shell={shell}
        name="legalName"
        label="Юридическое название"
        value={finding.legalName}
        placeholder="Появится после поиска по ИНН"
      />
      <ReadOnlyField
        shell={shell}
        name="legalAddress"
        label="Юридический адрес"
        value={finding.legalAddress}
        placeholder="Появится после поиска по ИНН"
      />
    </div>
  );
}

/** The actual address: the same as the legal one (§4.16), or with suggestions to pick from. */
function AddressFields({ shell, finding, setFinding }: PartProps) {
  const suggest = useLookUp(shell, "suggest-address", ADDRESS_KEYS, setFinding);
  const input = useRef<HTMLInputElement>(null);
  const place = `${shell.id}-address`;
  const { legalAddress, suggestions } = finding;

  const fill = (address: string) => {
    if (!input.current) return;
    input.current.value = address;
    input.current.dispatchEvent(new Event("change", { bubbles: true }));
  };
  /** An address that is there needs no suggestions, nor any that are still on their way. */
  const take = (address: string) => {
    suggest.askSoon(false);
    setFinding((last) => ({ ...last, suggestions: [], suggestionError: "" }));
    fill(address);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticked box follows the company
  useEffect(() => {
    const box = input.current?.form?.elements.namedItem("same_as_legal_address");
    if (legalAddress && box instanceof HTMLInputElement && box.checked) fill(legalAddress);
  }, [legalAddress]);

  return (
    <div id={place}>
      <CheckboxField
        shell={shell}
        name="same_as_legal_address"
        label="Фактический адрес совпадает с юридическим"
        onChange={(event) => take(event.currentTarget.checked ? legalAddress : "")}
      />
      <input type="hidden" name="same_address_was" value={wasSame(shell) ? "on" : ""} />
      <TextField
        shell={shell}
        name="company_actual_address_organization"
        label="Фактический адрес"
        hint="Город, улица, дом."
        autoComplete="off"
        maxLength={500}
        inputRef={input}
        error={finding.suggestionError || undefined}
        onFocus={becomeCombobox}
        onInput={(event) => {
          becomeCombobox(event);
          untickSame(event.currentTarget, legalAddress);
          suggest.askSoon(event.currentTarget.value.trim().length >= SHORTEST_ADDRESS && REGION_LOOKUP_DEBOUNCE_MS);
        }}
      />
      {suggestions.length > 0 && (
        <ul className="picks" aria-label="Подходящие адреса">
          {suggestions.map((address) => (
            <li key={address}>
              <Button
                variant="quiet"
                name="pick_address"
                value={address}
                formNoValidate
                formAction={`${shell.action ?? ""}#${place}`}
                onClick={(event) => {
                  event.preventDefault();
                  take(address);
                  input.current?.focus();
                }}
              >
                {address}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LookUpButton intent="suggest-address" lookUp={suggest} place={place} action={shell.action}>
        Подсказать адрес
      </LookUpButton>
    </div>
  );
}

/** Arrows and Escape for the list below the field; it comes with the focus, and is no loss where it can't. */
function becomeCombobox({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  const place = input.closest<HTMLElement>("[id$=-address]");
  import("../../ui/lazy/combobox")
    .then(({ enhanceCombobox }) => place && enhanceCombobox(input, place))
    .catch(() => undefined);
}

/** An address that is written anew is no longer the legal one. */
function untickSame(input: HTMLInputElement, legalAddress: string) {
  const box = input.form?.elements.namedItem("same_as_legal_address");
  if (box instanceof HTMLInputElement && legalAddress && input.value !== legalAddress) box.checked = false;
}

/** Whether the box came ticked: without script that is how the server sees it being unticked. */
function wasSame(shell: FormShell): boolean {
  return shell.result?.initialValue?.same_as_legal_address === "on";
}
