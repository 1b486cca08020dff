/**
 * Columns of the spreadsheets that participants upload and download. The portal shows them and the club reads and writes
 * them. This file imports nothing, so browser code may use it.
 */

/** A column of an uploaded file. */
export interface FileColumn {
  /** The header in the template and in error messages. An import also accepts other common spellings. */
  readonly title: string;
  /** Shown beside the title above the upload form. */
  readonly hint: string;
  /** Whether a file without this column is refused. */
  readonly isRequired: boolean;
}

/** The columns of a sales report (§3.10), in the order of the template. */
export const reportColumns = {
  sell_date: { title: "Дата продажи", hint: "например, 05.03.2026", isRequired: true },
  manager: { title: "Сейлз", hint: "телефон или e-mail менеджера", isRequired: true },
  shop: { title: "Торговая точка", hint: "название, для вас", isRequired: false },
  inn: { title: "ИНН", hint: "10 или 12 цифр", isRequired: true },
  article_code: { title: "Артикул", hint: "код товара", isRequired: true },
  article_name: { title: "Наименование", hint: "для вас", isRequired: false },
  sell_count: { title: "Количество", hint: "целое число", isRequired: true },
} as const satisfies Record<string, FileColumn>;
export type ReportColumn = keyof typeof reportColumns;

/** The columns of a list of people to invite, in the order of the template. */
export const inviteColumns = {
  email: { title: "E-mail", hint: "сюда придёт письмо", isRequired: true },
  last_name: { title: "Фамилия", hint: "обязательно", isRequired: true },
  first_name: { title: "Имя", hint: "обязательно", isRequired: true },
  sur_name: { title: "Отчество", hint: "можно не указывать", isRequired: false },
  target: { title: "Кого пригласить", hint: "Сейлз или Ритейл", isRequired: true },
} as const satisfies Record<string, FileColumn>;
export type InviteColumn = keyof typeof inviteColumns;

/** The titles of the list of sent invitations, on the page and in its CSV export (§3.10). */
export const inviteListTitles = {
  date: "Дата",
  name: "Имя",
  email: "E-mail",
  invite_status: "Статус",
  confirmation: "Подтверждение",
} as const;

/** The title of the points column, which the club adds to the columns of a counted report. */
export const POINTS_TITLE = "Баллы";

/** The title of the last column of refused rows: why each was refused. An import ignores the column. */
export const REASON_TITLE = "Причина";

/** The titles of a file's columns, in the order of its template. */
export function listTitles(columns: Readonly<Record<string, FileColumn>>): string[] {
  return Object.values(columns).map(({ title }) => title);
}

/** The cells of a row, in the order of the file's template. */
export function listCells<Column extends string, Cell>(
  columns: Readonly<Record<Column, FileColumn>>,
  cells: Readonly<Record<NoInfer<Column>, Cell>>,
): Cell[] {
  return (Object.keys(columns) as Column[]).map((column) => cells[column]);
}
