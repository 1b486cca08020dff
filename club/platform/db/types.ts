import type { Insertable, Selectable } from "kysely";
import type { Companies, LedgerEntries, Users } from "./schema";

/** Why points move. */
export type LedgerReason = LedgerEntries["reason"];

export type UserRow = Selectable<Users>;
export type NewUser = Insertable<Users>;
export type CompanyRow = Selectable<Companies>;
