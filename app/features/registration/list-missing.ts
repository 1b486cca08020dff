/** Names of the fields that still have no content. */
export function listMissing(data: FormData, names: Readonly<Record<string, string>>): string[] {
  return Object.entries(names)
    .filter(([name]) => !String(data.get(name) ?? "").trim())
    .map(([, words]) => words);
}

/** What both registration forms ask of the person (§5.4, §5.5). */
export const PERSON_NAMES = {
  last_name: "фамилия",
  first_name: "имя",
  sur_name: "отчество",
  phone: "телефон",
  email: "e-mail",
  policy: "политика конфиденциальности",
  dataAgreement: "согласие на обработку данных",
};
