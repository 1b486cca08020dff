/** The value of a cell. CSV has only texts; the date of a workbook is midnight UTC. */
export type Cell = string | number | boolean | Date | null;
