import type { Db } from "../../platform/services";
import type { ParsedReport } from "./parse-report";
import { tellLeftOut } from "./tell-left-out";

/** Tells the curator what of the file isn't a sale or wasn't read, before anything of it counts. */
export async function noteFile(db: Db, fileId: number, { notes, ...facts }: ParsedReport): Promise<void> {
  const { left_out_rows, ...counts } = tellLeftOut(facts);
  await db
    .updateTable("report_files")
    .set({ ...counts, left_out_rows: JSON.stringify(left_out_rows) })
    .where("id", "=", fileId)
    .execute();
  if (notes.length === 0) return;
  // Row 0 stands for the file itself.
  await db
    .insertInto("report_errors")
    .values(notes.map(({ place, message }) => ({ file_id: fileId, row: 0, field: place, message })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
