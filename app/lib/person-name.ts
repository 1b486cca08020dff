/** Formats a person's name: last name, first name, patronymic. */
export function formatPersonName(person: { last_name: string; first_name: string; sur_name: string }): string {
  return [person.last_name, person.first_name, person.sur_name].filter(Boolean).join(" ");
}
