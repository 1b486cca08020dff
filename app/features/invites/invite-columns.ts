/** The columns of a list of people to invite, as the template names them; the upstream matches the names loosely. */
export const inviteColumns = [
  { title: "E-mail", hint: "сюда придёт письмо" },
  { title: "Фамилия", hint: "обязательно" },
  { title: "Имя", hint: "обязательно" },
  { title: "Отчество", hint: "можно не указывать" },
  { title: "Кого пригласить", hint: "Сейлз или Ритейл" },
] as const;

/** The template as Russian spreadsheets open it: UTF-8 with BOM, `;`, CRLF. */
export function writeInviteTemplate(): string {
  return `\ufeff${inviteColumns.map(({ title }) => title).join(";")}\r\n`;
}
