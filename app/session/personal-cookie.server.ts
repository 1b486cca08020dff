import { z } from "zod";
import { LONGEST_VALUE, readCookie, writeCookie } from "./cookie.server";
import { type SealPurpose, sealValue, unsealValue } from "./seal.server";

const owner = z.object({ userId: z.string() });

/**
 * The `Set-Cookie` value that keeps something of a participant in this browser, sealed and for this participant only; null for
 * what is too long for a cookie.
 * @param seconds lifetime of the cookie
 */
export async function writePersonalCookie(
  name: SealPurpose,
  userId: string,
  value: Readonly<Record<string, string>>,
  seconds: number,
): Promise<string | null> {
  const sealed = await sealValue(name, { ...value, userId }, seconds);
  return sealed.length > LONGEST_VALUE ? null : writeCookie(name, sealed, { maxAge: seconds });
}

/** What `writePersonalCookie` keeps; null when there is nothing, when it can't be read, and when it is somebody else's. */
export async function readPersonalCookie<Shape extends z.ZodRawShape>(
  request: Request,
  name: SealPurpose,
  userId: string,
  schema: z.ZodObject<Shape>,
): Promise<z.output<z.ZodObject<Shape>> | null> {
  const sealed = readCookie(request, name);
  const value = sealed && (await unsealValue(name, sealed));
  const owned = owner.safeParse(value);
  const parsed = schema.safeParse(value);
  return owned.success && owned.data.userId === userId && parsed.success ? parsed.data : null;
}
