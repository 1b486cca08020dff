import { parseWithZod } from "@conform-to/zod";
import { data } from "@remix-run/node";
import { z } from "zod";
import { companyExists, findCompanyByTin, findManager } from "../../../contract/companies";
import { innChecksumHolds, innField } from "../../../contract/fields";
import { suggestAddresses } from "../../../contract/suggestions";
import { COMPANY_EXISTS_MESSAGE } from "../../../contract/values";
import { listHiddenFields } from "../../session/reply.server";
import { runLookup } from "../../session/run-lookup.server";
import type { Visit } from "../../session/visit.server";
import { searchDistributors } from "./distributors.server";
import { emptyLookupResult, type LookupResult } from "./lookup-result";
import { managerContact } from "./registration.schema.server";

const SUGGESTIONS_SHOWN = 6;

/** The reply to a half-filled form that one of its look-up buttons has sent. */
export async function replyLookup(visit: Visit, formData: FormData) {
  const submission = parseWithZod(formData, { schema: z.object({}) });
  return data({
    ...submission.reply({ hideFields: listHiddenFields(submission) }),
    lookup: await runFormLookup(visit, formData),
  });
}

/** Runs the look-up of a half-filled form. The results of earlier look-ups stay as long as their fields are unchanged. */
async function runFormLookup(visit: Visit, formData: FormData): Promise<LookupResult> {
  const intent = readText(formData, "intent");
  const lookup = await readLookupResult(visit, formData);
  if (intent === "find-company") return { ...lookup, ...(await findCompany(visit, readText(formData, "company_inn"))) };
  if (intent === "check-manager") return { ...lookup, ...(await checkManager(visit, formData)) };
  if (intent === "suggest-address") return { ...lookup, ...(await suggestAddress(visit, formData)) };
  return lookup;
}

/** The results of earlier look-ups that the form carries. They are only shown; a registration looks everything up again. */
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
    ...(isSameManager && {
      checkedManager: contact,
      manager: readText(formData, "manager_found"),
      managerCompany: readText(formData, "manager_company"),
    }),
  };
}

/** Finds the manager by phone or e-mail (§5.9); a failure clears the chosen one (§8.10). */
export async function findChosenManager(visit: Visit, contact: string) {
  const answer = await runLookup(visit, findManager, { phone: contact });
  if (!answer.ok) return { id: null, manager: "", company: "", managerError: answer.refusal.message };
  const { id, manager_fio, curator_actual_name_organization } = answer.result;
  // A registration names the manager by id, so a reply without one has found nobody.
  if (!id)
    return {
      id: null,
      manager: "",
      company: "",
      managerError: "Такого менеджера не нашли. Проверьте телефон или e-mail.",
    };
  return {
    id,
    manager: [manager_fio || contact, curator_actual_name_organization].filter(Boolean).join(", "),
    company: curator_actual_name_organization,
    managerError: "",
  };
}

/**
 * Copies the legal address into the actual one when the box "the same" is ticked, and removes it when the box was unticked
 * (§4.16). Looks the company up first if the form hasn't done so.
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
    // An unavailable register doesn't mean that the number is wrong.
    const unknown =
      holds || status >= 500 ? `${message}${status === 404 ? NOT_REQUIRED_MESSAGE : ""}` : CHECKSUM_MESSAGE;
    return { ...NO_COMPANY, companyError: companyError || unknown };
  }
  const { name, address } = company.result;
  if (!name && !address) {
    const unknown = holds ? `По этому ИНН ничего не нашлось.${NOT_REQUIRED_MESSAGE}` : CHECKSUM_MESSAGE;
    return { ...NO_COMPANY, companyError: companyError || unknown };
  }
  return {
    checkedInn: typed,
    legalName: name,
    legalAddress: address,
    companyNote: holds ? "" : CHECKSUM_MESSAGE,
    companyError,
  };
}

const NO_COMPANY = { checkedInn: "", legalName: "", legalAddress: "", companyNote: "" };

/** §5.6: explains the rule. When the company was found it is only a warning. */
const CHECKSUM_MESSAGE =
  "Проверьте цифры: последние цифры ИНН контрольные, они вычисляются из остальных, и здесь они не сходятся.";

/** §5.4: a registration doesn't need the legal name and address. */
const NOT_REQUIRED_MESSAGE = " Если он верный, продолжайте без юридических данных.";

async function checkManager(visit: Visit, formData: FormData): Promise<Partial<LookupResult>> {
  const contact = managerContact(formData, true).safeParse(formData.get("manager_contact") ?? "");
  if (!contact.success) {
    return {
      checkedManager: "",
      manager: "",
      managerCompany: "",
      managerError: contact.error.issues[0]?.message ?? "",
    };
  }
  const { manager, company, managerError } = await findChosenManager(visit, contact.data);
  return {
    checkedManager: manager && readText(formData, "manager_contact"),
    manager,
    managerCompany: company,
    managerError,
  };
}

async function suggestAddress(visit: Visit, formData: FormData): Promise<Partial<LookupResult>> {
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
