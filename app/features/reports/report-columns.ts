/** The columns that a report needs, as the template names them; the upstream matches the names loosely. */
export const reportColumns = [
  { title: "Дата продажи", hint: "например, 05.03.2026" },
  { title: "Сейлз", hint: "телефон или e-mail сейлза" },
  { title: "Торговая точка", hint: "название, для вас" },
  { title: "ИНН", hint: "10 или 12 цифр" },
  { title: "Артикул", hint: "код товара" },
  { title: "Наименование", hint: "для вас" },
  { title: "Количество", hint: "целое число" },
] as const;

/** The template as Russian spreadsheets open it: UTF-8 with BOM, `;`, CRLF. */
export function writeReportTemplate(): string {
  return `\ufeff${reportColumns.map(({ title }) => title).join(";")}\r\n`;
}
