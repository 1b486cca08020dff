import { quote } from "../../../contract/russian-quotes";
import type { Choice } from "../../ui/core/choice-field";

/** The hidden field that says which conflict the form has told. */
export const TOLD_CONFLICT = "told_conflict";

/**
 * What to tell a person whose manager works at another distributor than the chosen one: the manager's counts. Empty when it is
 * the same one, or when either isn't known.
 */
export function describeConflict(choices: readonly Choice[], chosenId: string, managerCompany: string): string {
  const chosen = choices.find(({ value }) => value === chosenId)?.label;
  if (!chosen || !managerCompany || namesCompany(chosen, managerCompany)) return "";
  return `Выбран дистрибьютор ${quote(chosen)}, а менеджер работает в ${quote(managerCompany)}. Вы будете зарегистрированы у ${quote(managerCompany)}. Если это не так, укажите другого менеджера.`;
}

/** @param label a name, perhaps with the legal one in brackets */
function namesCompany(label: string, company: string): boolean {
  const [known, wanted] = [label, company].map((name) => name.trim().toLocaleLowerCase("ru"));
  return known === wanted || Boolean(known?.startsWith(`${wanted} (`)) || Boolean(known?.endsWith(` (${wanted})`));
}
