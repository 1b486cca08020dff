import { companyExists, findCompanyByTin, findManager } from "../../../contract/companies";
import { innChecksumHolds, innField } from "../../../contract/fields";
import { suggestAddresses } from "../../../contract/suggestions";
import { runLookup } from "../../session/run-lookup.server";
import type { Visit } from "../../session/visit.server";
import { searchDistributors } from "./distributors.server";
import { COMPANY_EXISTS_MESSAGE } from "./explain-refusal";
import { emptyLookupResult, type LookupResult } from "./lookup-result";
import { managerContact } from "./registration.schema.server";

const SUGGESTIONS_SHOWN = 6;

/** Answers a look-up of the half-filled form; what earlier ones found stays as long as it belongs to what is typed. */
export async function runFormLookup(visit: Visit, formData: FormData): Promise<LookupResult> {
  const intent = readText(formData, "intent");
  const lookup = await readLookupResult(visit, formData);
  if (intent === "find-company") return { ...lookup, ...(await findCompany(visit, readText(formData, "company_inn"))) };
  if (intent === "check-manager") return { ...lookup, ...(await checkManager(visit, formData)) };
  if (intent === "suggest-address") return { ...lookup, ...(await suggest(visit, formData)) };
  return lookup;
}

/** What the form brought along of earlier look-ups. It is only shown: whatever matters is looked up again. */
export async function readLookupResult(visit: Visit, formData: FormData): Promise<LookupResult> {
  const search = await searchDistributors(visit, readText(formData, "distributor_search"));
  const inn = readText(formData, "company_inn");
  const contact = readText(formData, "manager_contact");
  const isSameCompany = inn !== "" && inn === readText(formData, "checked_inn");
  const isSameManager = contact !== "" && contact === readText(formData, "checked_manager");
  return {
    ...emptyLookupResult,
    ...search,
    ...(isSameCompany && {
      checkedInn: inn,
      legalName: readText(formData, "legalName"),
      legalAddress: readText(formData, "legalAddress"),
    }),
    ...(isSameManager && { checkedManager: contact, manager: readText(formData, "manager_found") }),
  };
}

/**
 * The manager by contact (§5.9); a failure clears the chosen one (§8.10).
 * @returns the manager's id as well, for the registration
 */
export async function findChosenManager(visit: Visit, contact: string) {
  const answer = await runLookup(visit, findManager, { phone: contact });
  if (!answer.ok) return { id: null, manager: "", managerError: answer.refusal.message };
  const { id, manager_fio, curator_actual_name_organization } = answer.result;
  return {
    id,
    manager: [manager_fio, curator_actual_name_organization].filter(Boolean).join(", "),
    managerError: "",
  };
}

/**
 * Puts the legal address into the actual one when they are the same, and takes it out when the box was unticked (§4.16).
 * A company that nobody has looked up yet is looked up now.
 */
export async function applyLegalAddress(visit: Visit, formData: FormData): Promise<void> {
  const picked = readText(formData, "pick_address");
  const isSame = formData.has("same_as_legal_address");
  const inn = readText(formData, "company_inn");
  if (isSame && inn && inn !== readText(formData, "checked_inn")) {
    const found = { ...NO_COMPANY, ...(await findCompany(visit, inn)) };
    formData.set("checked_inn", found.checkedInn);
    formData.set("legalName", found.legalName);
    formData.set("legalAddress", found.legalAddress);
  }
  const legal = readText(formData, "legalAddress");
  const wasSame = formData.get("same_address_was") === "on";
  if (picked) formData.set(ADDRESS, picked);
  else if (isSame && legal) formData.set(ADDRESS, legal);
  else if (!isSame && wasSame && readText(formData, ADDRESS) === legal) formData.set(ADDRESS, "");
}

const ADDRESS = "company_actual_address_organization";

async function findCompany(visit: Visit, typed: string): Promise<Partial<LookupResult>> {
  const inn = innField.safeParse(typed);
  if (!inn.success) return { ...NO_COMPANY, companyError: inn.error.issues[0]?.message ?? "" };
  const [company, known] = await Promise.all([
    runLookup(visit, findCompanyByTin, { tin: inn.data }),
    runLookup(visit, companyExists, { inn: inn.data }),
  ]);
  const holds = innChecksumHolds(inn.data);
  const companyError = known.ok && known.result.exists ? COMPANY_EXISTS_MESSAGE : "";
  if (!company.ok) {
    const { status, message } = company.refusal;
    // A register that can't be asked says nothing about the digits.
    const unknown = holds || status >= 500 ? `${message}${status === 404 ? GO_ON_MESSAGE : ""}` : CHECKSUM_MESSAGE;
    return { ...NO_COMPANY, companyError: companyError || unknown };
  }
  const { name, address } = company.result;
  return {
    checkedInn: typed,
    legalName: name,
    legalAddress: address,
    companyNote: holds ? "" : CHECKSUM_MESSAGE,
    companyError,
  };
}

const NO_COMPANY = { checkedInn: "", legalName: "", legalAddress: "", companyNote: "" };

/** §5.6: names the rule. Beside a company that was found it is only a warning. */
const CHECKSUM_MESSAGE =
  "Проверьте цифры: последние цифры ИНН контрольные, они вычисляются из остальных, и здесь они не сходятся.";

/** §5.4: legal name and address aren't among what a registration needs. */
const GO_ON_MESSAGE = " Если он верный, продолжайте без юридических данных.";

async function checkManager(visit: Visit, formData: FormData): Promise<Partial<LookupResult>> {
  const contact = managerContact(formData, true).safeParse(formData.get("manager_contact") ?? "");
  if (!contact.success) {
    return { checkedManager: "", manager: "", managerError: contact.error.issues[0]?.message ?? "" };
  }
  const { manager, managerError } = await findChosenManager(visit, contact.data);
  return { checkedManager: manager && readText(formData, "manager_contact"), manager, managerError };
}

async function suggest(visit: Visit, formData: FormData): Promise<Partial<LookupResult>> {
  const query = readText(formData, ADDRESS);
  if (!query) return { suggestionError: "Начните вводить адрес: город, улицу, дом." };
  const answer = await runLookup(visit, suggestAddresses, { query });
  if (!answer.ok) return { suggestionError: answer.refusal.message };
  const suggestions = [...new Set(answer.result.map(({ value }) => value))].slice(0, SUGGESTIONS_SHOWN);
  return suggestions.length > 0 ? { suggestions } : { suggestionError: "" };
}

function readText(formData: FormData, name: string): string {
  const value = formData.get(name);
  return typeof value === "string" ? value.trim() : "";
}
