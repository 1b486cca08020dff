import { z } from "zod";
import { sendPhoneCode } from "../../../contract/accounts";
import type { Refusal } from "../../../contract/reply";
import { RESEND_SECONDS } from "../../../contract/values";
import { clearCookie, readCookie, writeCookie } from "../../session/cookie.server";
import { runLookup } from "../../session/run-lookup.server";
import { sealValue, unsealValue } from "../../session/seal.server";
import type { Visit } from "../../session/visit.server";

const ACTIVATION = "activation";
const ACTIVATION_SECONDS = 60 * 60;

const activation = z.object({ phone: z.string(), mailbox: z.string().default(""), resendAt: z.number() });

/** The phone that is being confirmed, the masked mailbox of the registration (or nothing), and when the next code may be sent, in milliseconds since 1970 (§4.10). */
export type Activation = z.output<typeof activation>;

/** The activation that the request belongs to, or null. */
export async function readActivation(request: Request): Promise<Activation | null> {
  const sealed = readCookie(request, ACTIVATION);
  if (!sealed) return null;
  const parsed = activation.safeParse(await unsealValue(ACTIVATION, sealed));
  return parsed.success ? parsed.data : null;
}

/** A mailbox as its owner recognizes it: the first letter and what follows the @. */
export function maskMailbox(email: string): string {
  return email.replace(/^(.).*@/su, "$1•••@");
}

/** Whole seconds until another code may be sent. */
export function secondsToWait({ resendAt }: Activation): number {
  return Math.max(0, Math.ceil((resendAt - Date.now()) / 1000));
}

/**
 * Sends a code to a phone and starts the wait for the next one (§4.8, §4.10). An outage is returned as a refusal, because the
 * person is registered already and can ask for the code again.
 * @returns the `Set-Cookie` value that stores phone and wait, and the refusal when no code was sent
 */
export async function startActivation(
  visit: Visit,
  phone: string,
  mailbox = "",
): Promise<{ cookie: string; refusal: Refusal | null }> {
  const answer = await runLookup(visit, sendPhoneCode, { phone });
  const wait = answer.ok ? (answer.result?.resend_after ?? RESEND_SECONDS) : 0;
  const value: Activation = { phone, mailbox, resendAt: Date.now() + wait * 1000 };
  const cookie = writeCookie(ACTIVATION, await sealValue(ACTIVATION, value, ACTIVATION_SECONDS), {
    maxAge: ACTIVATION_SECONDS,
  });
  return { cookie, refusal: answer.ok ? null : answer.refusal };
}

/** The `Set-Cookie` value that ends an activation. */
export function endActivation(): string {
  return clearCookie(ACTIVATION);
}
