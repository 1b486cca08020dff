import { sql } from "kysely";
import { holdsPoints, participantOf, roles } from "../../contract/values";
import type { UserRow } from "../platform/db/types";

/** Whether a person collects points (§6.2). */
export function personHoldsPoints(person: Pick<UserRow, "role" | "is_system">): boolean {
  return holdsPoints(participantOf(person.role, person.is_system));
}

/** The same of a row of `users`, by its name in the statement. */
export function rowHoldsPoints(user: string) {
  const holders = roles.flatMap((role) =>
    [false, true]
      .filter((is_system) => personHoldsPoints({ role, is_system }))
      .map((is_system) => sql`(${role}::text, ${is_system}::boolean)`),
  );
  return sql<boolean>`(${sql.ref(`${user}.role`)}, ${sql.ref(`${user}.is_system`)}) in (${sql.join(holders)})`;
}
