import { type Dispatch, type SetStateAction, type SyntheticEvent, useEffect, useRef } from "react";
import { companyRules, segmentNameRule } from "../../../contract/field-rules";
import { COMPANY_LOOKUP_DEBOUNCE_MS, INN_LENGTHS, REGION_LOOKUP_DEBOUNCE_MS } from "../../../contract/values";
import { Button } from "../../ui/core/button";
import { CheckboxField, type Choice, SelectField } from "../../ui/core/choice-field";
import { Disclosure } from "../../ui/core/disclosure";
import { FieldSet } from "../../ui/core/field-set";
import type { FormShell } from "../../ui/core/form-shell";
import { ReadOnlyField } from "../../ui/core/read-only-field";
import { TextField } from "../../ui/core/text-field";
import { LookupButton } from "./lookup-button";
import type { LookupResult } from "./lookup-result";
import { useLookup } from "./use-lookup";

/** The choice of the segment list for a segment that is typed in. */
export const OTHER_SEGMENT = "other";

type CompanyFieldsProps = {
  shell: FormShell;
  segments: readonly Choice[];
  found: LookupResult;
  setFound: Dispatch<SetStateAction<LookupResult>>;
};

const COMPANY_KEYS = ["legalName", "legalAddress", "checkedInn", "companyNote", "companyError"] as const;
const ADDRESS_KEYS = ["suggestions", "suggestionError"] as const;
const SHORTEST_ADDRESS = 3;

/** The member's company (§3.2): tax number, actual address and segment. */
export function CompanyFields({ shell, segments, found, setFound }: CompanyFieldsProps) {
  return (
    <FieldSet legend="Компания">
      <LegalFields shell={shell} found={found} setFound={setFound} />
      <AddressFields shell={shell} found={found} setFound={setFound} />
      <TextField
        shell={shell}
        name="company_actual_name_organization"
        label="Название на вывеске"
        autoComplete="organization"
        {...companyRules.company_actual_name_organization}
        optional
      />
      <div className="registration-segment">
        <SelectField
          shell={shell}
          name="company_segment_id"
          label="Сегмент"
          choices={[...segments, { value: OTHER_SEGMENT, label: "Другое" }]}
          placeholder="Чем занимается компания"
          {...companyRules.company_segment_id}
        />
        <TextField
          shell={shell}
          name="company_segment_other"
          label="Если «Другое» — назовите сегмент"
          className="registration-other-segment"
          {...segmentNameRule}
        />
      </div>
    </FieldSet>
  );
}

type PartProps = Omit<CompanyFieldsProps, "segments">;

/**
 * §3.4: legal name and address come from the register of companies, and are folded behind the name. Nobody types them, so
 * that nothing required is hidden there; what the register doesn't tell is shown.
 */
function LegalFields({ shell, found, setFound }: PartProps) {
  const find = useLookup(shell, "find-company", COMPANY_KEYS, setFound);
  const place = `${shell.id}-company`;
  const { legalName, legalAddress } = found;
  return (
    <div id={place}>
      <div className="registration-lookup">
        <TextField
          shell={shell}
          name="company_inn"
          label="ИНН"
          hint="10 или 12&nbsp;цифр."
          autoComplete="off"
          status={found.companyNote}
          error={found.companyError || undefined}
          onInput={(event) => {
            setFound((last) => ({ ...last, legalName: "", legalAddress: "", companyNote: "", companyError: "" }));
            const digits = event.currentTarget.value.replace(/\D/g, "").length;
            find.runSoon(INN_LENGTHS.some((length) => length === digits) && COMPANY_LOOKUP_DEBOUNCE_MS);
          }}
          {...companyRules.company_inn}
        />
        <LookupButton intent="find-company" lookup={find} place={place} action={shell.action}>
          Найти<span className="visually-hidden"> по ИНН</span>
        </LookupButton>
      </div>
      <input type="hidden" name="checked_inn" value={found.checkedInn} />
      <Disclosure
        className="registration-found"
        summary={legalName || legalAddress || "Юридические данные"}
        open={legalName !== "" && legalAddress === ""}
      >
        <ReadOnlyField
          shell={shell}
          name="legalName"
          label="Юридическое название"
          value={legalName}
          placeholder="Появится после поиска по ИНН"
        />
        <ReadOnlyField
          shell={shell}
          name="legalAddress"
          label="Юридический адрес"
          value={legalAddress}
          placeholder="Появится после поиска по ИНН"
        />
      </Disclosure>
    </div>
  );
}

/** The actual address: the legal one (§4.16), or typed with suggestions. */
function AddressFields({ shell, found, setFound }: PartProps) {
  const suggest = useLookup(shell, "suggest-address", ADDRESS_KEYS, setFound);
  const input = useRef<HTMLInputElement>(null);
  const place = `${shell.id}-address`;
  const { legalAddress, suggestions } = found;

  const fill = (address: string) => {
    if (!input.current) return;
    input.current.value = address;
    input.current.dispatchEvent(new Event("change", { bubbles: true }));
  };
  /** Fills in an address and cancels suggestions that are shown or pending. */
  const choose = (address: string) => {
    suggest.runSoon(false);
    setFound((last) => ({ ...last, suggestions: [], suggestionError: "" }));
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
        onChange={(event) => choose(event.currentTarget.checked ? legalAddress : "")}
      />
      <input type="hidden" name="same_address_was" value={wasSame(shell) ? "on" : ""} />
      <div className="registration-lookup registration-lookup--wide">
        <TextField
          shell={shell}
          name="company_actual_address_organization"
          label="Фактический адрес"
          hint="Город, улица, дом."
          autoComplete="off"
          {...companyRules.company_actual_address_organization}
          // Without script the server fills it in when the box above is ticked.
          required={false}
          inputRef={input}
          error={found.suggestionError || undefined}
          onFocus={becomeCombobox}
          onInput={(event) => {
            becomeCombobox(event);
            const field = event.currentTarget;
            untickSame(field, legalAddress);
            // Only while the field has the focus. A list that opened later would move the button that the visitor is about to press.
            const isTyping = field === document.activeElement && field.value.trim().length >= SHORTEST_ADDRESS;
            suggest.runSoon(isTyping && REGION_LOOKUP_DEBOUNCE_MS);
          }}
          onBlur={() => suggest.runSoon(false)}
        />
        <LookupButton intent="suggest-address" lookup={suggest} place={place} action={shell.action}>
          Подсказать<span className="visually-hidden"> адрес</span>
        </LookupButton>
        {suggestions.length > 0 && (
          <ul className="suggestions" aria-label="Подходящие адреса">
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
                    choose(address);
                    input.current?.focus();
                  }}
                >
                  {address}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Loads keyboard support for the list below the field. If it can't be loaded, the list works by Tab. */
function becomeCombobox({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  const place = input.closest<HTMLElement>("[id$=-address]");
  import("../../ui/lazy/combobox")
    .then(({ enhanceCombobox }) => place && enhanceCombobox(input, place))
    .catch(() => undefined);
}

/** Unticks the box when another address than the legal one is typed. */
function untickSame(input: HTMLInputElement, legalAddress: string) {
  const box = input.form?.elements.namedItem("same_as_legal_address");
  if (box instanceof HTMLInputElement && legalAddress && input.value !== legalAddress) box.checked = false;
}

/** Whether the box was ticked when the page was rendered. Without script the server learns from it that the box was unticked. */
function wasSame(shell: FormShell): boolean {
  return shell.result?.initialValue?.same_as_legal_address === "on";
}
