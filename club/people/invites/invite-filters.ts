import { type RawBuilder, sql } from "kysely";
import { containsPattern } from "../../platform/db/contains-pattern";
import { currentStatus, isInviteStatus } from "./invite-status";

/** What a list of invitations shows; empty: all. */
export interface InviteFilters {
  /** A part of the name or the address. */
  readonly search: string;
  readonly invite_status: string;
}

/** The SQL condition of the filters, for a query over `invites` left-joined to `outbox`. An unknown status matches none. */
export function matchFilters({ search, invite_status }: InviteFilters, now: Date): RawBuilder<boolean> {
  const names = sql`concat_ws(' ', invites.last_name, invites.first_name, invites.sur_name, invites.email)`;
  const isFound = search === "" ? sql<boolean>`true` : sql<boolean>`${names} ilike ${containsPattern(search)}`;
  if (invite_status === "") return isFound;
  if (!isInviteStatus(invite_status)) return sql<boolean>`false`;
  return sql<boolean>`(${isFound} and ${currentStatus(now)} = ${invite_status})`;
}
