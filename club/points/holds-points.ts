import { participantOf, pointHolders } from "../../contract/values";
import type { UserRow } from "../platform/db/types";

/** Whether a person collects points (§6.2). */
export function holdsPoints(person: Pick<UserRow, "role" | "is_system">): boolean {
  const participant = participantOf(person.role, person.is_system);
  return pointHolders.some((holder) => holder === participant);
}
