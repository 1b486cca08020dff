import { type FieldRule, managerRegistrationRules, memberRegistrationRules } from "../../../contract/field-rules";
import { listEmptyFields } from "../../ui/core/missing-fields";

type RequiredName<Rules> = {
  [Name in keyof Rules]: Rules[Name] extends { readonly required: true } ? Name : never;
}[keyof Rules];

/** How the line under the button calls a field. It compiles only with a name for every required field. */
const fieldNames: Readonly<Record<RequiredName<typeof memberRegistrationRules>, string>> = {
  company_inn: "ИНН",
  company_actual_address_organization: "фактический адрес",
  company_segment_id: "сегмент",
  last_name: "фамилия",
  first_name: "имя",
  sur_name: "отчество",
  phone: "телефон",
  email: "e-mail",
  policy: "политика конфиденциальности",
  dataAgreement: "согласие на обработку данных",
  curator: "дистрибьютор",
};

/** §5.5: the names of the fields that the registration of a manager still needs. */
export function listMissingForManager(data: FormData): string[] {
  return nameEmptyFields(managerRegistrationRules, data);
}

/** The same for somebody who was invited or referred, whose distributor is known. */
export function listMissingForInvitedManager(data: FormData): string[] {
  const { curator: _, ...rules } = managerRegistrationRules;
  return nameEmptyFields(rules, data);
}

/** §5.4: the names of the fields that the registration of a member still needs. */
export function listMissingForMember(data: FormData): string[] {
  return [...nameEmptyFields(memberRegistrationRules, data), ...nameMissingManager(data)];
}

/** The same for somebody who was invited or referred, whose distributor is known. */
export function listMissingForInvitedMember(data: FormData): string[] {
  return [...listMissingForMemberOfManager(data), ...nameMissingManager(data)];
}

/** The same for somebody whom a manager has invited or referred: distributor and manager are known. */
export function listMissingForMemberOfManager(data: FormData): string[] {
  const { curator: _, ...rules } = memberRegistrationRules;
  return nameEmptyFields(rules, data);
}

function nameMissingManager(data: FormData): string[] {
  const hasManager = data.has("agreementMember") || Boolean(data.get("manager_found"));
  return hasManager ? [] : ["проверенный менеджер или отметка «без менеджера»"];
}

function nameEmptyFields(rules: Readonly<Record<string, FieldRule>>, data: FormData): string[] {
  const names: Readonly<Record<string, string>> = fieldNames;
  return listEmptyFields(rules, data).map((field) => names[field] ?? field);
}
