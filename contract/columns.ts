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

/** A column of a file for which participants get a template. */
export interface TemplateColumn extends FileColumn {
  /** What stands there in the template's row that shows how. */
  readonly sample: string;
}

/**
 * How those who upload a table read what has two meanings in it: the order of its dates, `1,000` among its counts, and whether
 * its first row has the titles.
 */
export const tableAnswers = {
  date_order: ["dmy", "mdy"],
  count_mark: ["fraction", "thousands"],
  first_row: ["titles", "sale"],
} as const;
export type TableAnswers = {
  readonly [Name in keyof typeof tableAnswers]?: (typeof tableAnswers)[Name][number] | undefined;
};

/**
 * What becomes of a row that has the day, manager, shop and article of a sale that was counted, and another number: it is counted
 * in place of that sale, as a second one beside it, or not at all.
 */
export const correctionAnswers = ["replace", "add", "leave"] as const;
export type CorrectionAnswer = (typeof correctionAnswers)[number];

/** What becomes of a sale that was counted, where a file with all sales of its period doesn't have it. */
export const goneAnswers = ["recall", "keep"] as const;
export type GoneAnswer = (typeof goneAnswers)[number];

/** The columns of a sales report (§3.10), in the order of the template. */
export const reportColumns = {
  sell_date: { title: "Дата продажи", hint: "например, 05.03.2026", sample: "05.03.2026", isRequired: true },
  manager: { title: "Сейлз", hint: "телефон или e-mail менеджера", sample: "+7 900 123-45-67", isRequired: true },
  shop: {
    title: "Торговая точка",
    hint: "название, можно не указывать",
    sample: "Магазин на Лесной",
    isRequired: false,
  },
  inn: { title: "ИНН", hint: "10 или 12\u00a0цифр", sample: "7707083893", isRequired: true },
  article_code: { title: "Артикул", hint: "код товара", sample: "BP-6175", isRequired: true },
  article_name: { title: "Наименование", hint: "можно не указывать", sample: "Колодки тормозные", isRequired: false },
  sell_count: { title: "Количество", hint: "целое число", sample: "2", isRequired: true },
  document_number: {
    title: "Документ",
    hint: "номер накладной или УПД, можно не указывать",
    sample: "УТ-1042",
    isRequired: false,
  },
} as const satisfies Record<string, TemplateColumn>;
export type ReportColumn = keyof typeof reportColumns;

/** The columns of a list of people to invite, in the order of the template. */
export const inviteColumns = {
  email: { title: "E-mail", hint: "сюда придёт письмо", sample: "ivanov@example.com", isRequired: true },
  last_name: { title: "Фамилия", hint: "обязательно", sample: "Иванов", isRequired: true },
  first_name: { title: "Имя", hint: "обязательно", sample: "Иван", isRequired: true },
  sur_name: { title: "Отчество", hint: "можно не указывать", sample: "Иванович", isRequired: false },
  target: { title: "Кого пригласить", hint: "Менеджер или Магазин", sample: "Менеджер", isRequired: true },
} as const satisfies Record<string, TemplateColumn>;
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
