import { z } from "zod";
import { keepUnits } from "../../lib/keep-units";
import { readPersonalCookie, writePersonalCookie } from "../../session/personal-cookie.server";
import type { PickupPlace } from "./pickup-view";

const PICKUP = "pickup";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const remembered = z.object({ city: z.string(), address: z.string(), code: z.string() });

/** The `Set-Cookie` value that keeps a pickup point for the next order, in this browser; null for one that is too long. */
export function rememberPickup(userId: string, { city, address, code }: PickupPlace): Promise<string | null> {
  return writePersonalCookie(PICKUP, userId, { city, address, code }, YEAR_SECONDS);
}

/** What this participant chose last; null when nothing, or when somebody else has chosen it. */
export async function readRememberedPickup(request: Request, userId: string): Promise<PickupPlace | null> {
  const last = await readPersonalCookie(request, PICKUP, userId, remembered);
  return last && { ...last, address: keepUnits(last.address) };
}
