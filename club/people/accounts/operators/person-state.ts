import type { UserRow } from "../../../platform/db/types";
import { isActive } from "../person";

/** What a list of people can be narrowed to. */
export const personStates = {
  disabled: "Отключён",
  inactive: "Не активен: телефон или правила",
  waiting: "Ждёт подтверждения",
} as const;
export type PersonState = keyof typeof personStates;

type StateColumns = Pick<
  UserRow,
  | "erased_at"
  | "merged_into_id"
  | "is_disabled"
  | "role"
  | "curator_id"
  | "phone_confirmed_at"
  | "agreement_accepted_at"
  | "distributor_confirmed_at"
>;

/** The state of a person in a few Russian words. */
export function describeState(person: StateColumns): string {
  if (person.erased_at) return "Стёрт";
  if (person.merged_into_id) return `Объединён с № ${person.merged_into_id}`;
  if (person.is_disabled) return personStates.disabled;
  if (!person.phone_confirmed_at) return "Телефон не подтверждён";
  if (isUnconfirmedManager(person)) return personStates.waiting;
  return isActive(person) ? "Участвует" : "Правила не приняты";
}

/** Whether the manager has chosen a distributor that nobody has confirmed. */
export function isUnconfirmedManager(person: StateColumns): boolean {
  return person.role === "manager" && person.curator_id !== null && person.distributor_confirmed_at === null;
}
