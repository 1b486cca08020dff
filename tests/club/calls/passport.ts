/** Answers of a document's form, with a tax number that is one. */
export const passport = {
  last_name: "Магазинов",
  first_name: "Пётр",
  sur_name: "Олегович",
  birth_date: "1980-02-01",
  passport_series: "4511",
  passport_number: "909090",
  passport_issue_date: "2010-03-05",
  passport_issued_by: "ОВД района Лесной",
  passport_code: "770-001",
  registration_address: "Тверь, Лесная, 4",
  inn: "500100732259",
};

/** The two scans of a passport. */
export function scans(): Record<string, File> {
  const pdf = (name: string) => new File([`%PDF-1.7 ${name}`], `${name}.pdf`, { type: "application/pdf" });
  return { passport_main: pdf("main"), passport_registration: pdf("registration") };
}
