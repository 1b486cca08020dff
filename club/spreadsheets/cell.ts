/** A cell as the file holds it: CSV has texts only; a workbook's date is midnight UTC. */
export type Cell = string | number | boolean | Date | null;
