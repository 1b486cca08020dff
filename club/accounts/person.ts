/** The name as «Фамилия Имя Отчество»; empty parts are left out. */
export function fullName(user: { last_name: string; first_name: string; sur_name: string }): string {
  return [user.last_name, user.first_name, user.sur_name].filter(Boolean).join(" ");
}
