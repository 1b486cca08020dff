import { z } from "zod";
import { keepUnits } from "../../lib/keep-units";
import { LONGEST_VALUE, readCookie, writeCookie } from "../../session/cookie.server";
import { sealValue, unsealValue } from "../../session/seal.server";

const PICKUP = "pickup";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const remembered = z.object({ userId: z.string(), city: z.string(), address: z.string(), code: z.string() });

/** The pickup point that a participant chose last. */
export type RememberedPickup = Omit<z.output<typeof remembered>, "userId">;

/** The `Set-Cookie` values that keep a pickup point for the next order, in this browser; none for one that is too long. */
export async function rememberPickup(userId: string, { city, address, code }: RememberedPickup): Promise<string[]> {
  const value = { userId, city, address, code } satisfies z.input<typeof remembered>;
  const sealed = await sealValue(PICKUP, value, YEAR_SECONDS);
  return sealed.length > LONGEST_VALUE ? [] : [writeCookie(PICKUP, sealed, { maxAge: YEAR_SECONDS })];
}

/** What this participant chose last; null when nothing, or when somebody else has chosen it. */
export async function readRememberedPickup(request: Request, userId: string): Promise<RememberedPickup | null> {
  const sealed = readCookie(request, PICKUP);
  const parsed = remembered.safeParse(sealed && (await unsealValue(PICKUP, sealed)));
  if (!parsed.success || parsed.data.userId !== userId) return null;
  const { city, address, code } = parsed.data;
  return { city, address: keepUnits(address), code };
}
