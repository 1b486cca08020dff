import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, steps of 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** The length of an SHA-1 key, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Clocks of phones may be one step ahead or behind. */
const STEPS_AROUND = [0, -1, 1] as const;

export function generateTotpSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of one time step (RFC 4226, 5.3). @param step seconds since 1970 divided by 30 */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

export function timeStepOf(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS);
}

/** The time step whose code this is; undefined when it is none of now. */
export function findTimeStep(secret: Buffer, code: string, now: Date): number | undefined {
  const given = Buffer.from(code);
  const steps = STEPS_AROUND.map((around) => timeStepOf(now) + around);
  return steps.find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The secret as people type it into an app (RFC 4648, without padding). */
export function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** The address that apps read from a QR code. */
export function totpAddress(secret: Buffer, login: string, issuer: string): string {
  const parameters = new URLSearchParams({ secret: encodeBase32(secret), issuer });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(login)}?${parameters}`;
}
