/** When a person confirmed the phone and accepted the rules. */
export interface Activation {
  readonly phone_confirmed_at: Date | null;
  readonly agreement_accepted_at: Date | null;
}

/** Tells whether a person has done both, so that points accrue (§1.3). */
export function isActive(user: Activation): boolean {
  return user.phone_confirmed_at !== null && user.agreement_accepted_at !== null;
}

/** The name as «Фамилия Имя Отчество»; empty parts are left out. */
export function fullName(user: { last_name: string; first_name: string; sur_name: string }): string {
  return [user.last_name, user.first_name, user.sur_name].filter(Boolean).join(" ");
}
