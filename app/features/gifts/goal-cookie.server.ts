import { z } from "zod";
import { readPersonalCookie, writePersonalCookie } from "../../session/personal-cookie.server";

const GOAL = "goal";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const goal = z.object({ prizeId: z.string() });

/** The `Set-Cookie` value that keeps what a participant saves for, in this browser; null for an id that is too long for it. */
export function setGoal(userId: string, prizeId: string): Promise<string | null> {
  return writePersonalCookie(GOAL, userId, { prizeId }, YEAR_SECONDS);
}

/** The id of the gift that this participant has chosen; empty when none, or when somebody else has chosen it. */
export async function readGoal(request: Request, userId: string): Promise<string> {
  return (await readPersonalCookie(request, GOAL, userId, goal))?.prizeId ?? "";
}
