import { z } from "zod";
import { LONGEST_VALUE, readCookie, writeCookie } from "../../session/cookie.server";
import { sealValue, unsealValue } from "../../session/seal.server";

const GOAL = "goal";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const goal = z.object({ userId: z.string(), prizeId: z.string() });

/** The `Set-Cookie` value that keeps what a participant saves for, in this browser; null for an id that is too long for it. */
export async function setGoal(userId: string, prizeId: string): Promise<string | null> {
  const sealed = await sealValue(GOAL, { userId, prizeId } satisfies z.input<typeof goal>, YEAR_SECONDS);
  return sealed.length > LONGEST_VALUE ? null : writeCookie(GOAL, sealed, { maxAge: YEAR_SECONDS });
}

/** The id of the gift that this participant has chosen; empty when none, or when somebody else has chosen it. */
export async function readGoal(request: Request, userId: string): Promise<string> {
  const sealed = readCookie(request, GOAL);
  const parsed = goal.safeParse(sealed && (await unsealValue(GOAL, sealed)));
  return parsed.success && parsed.data.userId === userId ? parsed.data.prizeId : "";
}
