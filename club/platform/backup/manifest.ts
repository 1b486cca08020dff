import { z } from "zod";

/** A backup can't be made, read or restored. The message says why, and what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** The first line of a backup; the number changes with the format. */
export const FIRST_LINE = "# club backup 1";

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** Of the table's lines, hexadecimal. */
  sha256: z.string(),
});

export const manifestSchema = z.object({
  createdAt: z.string(),
  /** The migrations that the database had, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** The last number that each sequence gave out, as a text since it may pass 2^53. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** The keys that open the sealed data, hexadecimal, comma separated, the newest first. Null for a database that never had one. */
  dataKey: z.string().nullable(),
});

/** What is in a backup. It stands at the end, when the tables have been written and counted. */
export type Manifest = z.infer<typeof manifestSchema>;

export type BackedUpTable = z.infer<typeof table>;
