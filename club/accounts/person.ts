/** Фамилия Имя Отчество; parts that aren't there are left out. */
export function fullName(user: { last_name: string; first_name: string; sur_name: string }): string {
  return [user.last_name, user.first_name, user.sur_name].filter(Boolean).join(" ");
}

/** Whether points accrue to the person: phone confirmed and programme rules accepted. */
export function isActivated(user: { phone_confirmed_at: Date | null; agreement_accepted_at: Date | null }): boolean {
  return user.phone_confirmed_at !== null && user.agreement_accepted_at !== null;
}
