import { expect, test } from "vitest";
import { encodeBase32, findTimeStep, totpAddress, totpCode } from "../../../club/operators/totp";

const secret = Buffer.from("12345678901234567890");

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("architecture: RFC 6238, appendix B: at %d seconds the code is %s", (seconds, code) => {
  expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code);
});

test("architecture: RFC 4648: a secret is written as base32", () => {
  expect(encodeBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect(encodeBase32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(totpAddress(secret, "anna@example.com", "Клуб")).toBe(
    `otpauth://totp/${encodeURIComponent("Клуб")}:anna%40example.com?secret=${encodeBase32(secret)}&issuer=${encodeURIComponent("Клуб")}`,
  );
});

test("architecture: a code is good half a minute earlier and later, and no longer", () => {
  const now = new Date(59_000);
  expect(findTimeStep(secret, totpCode(secret, 1), now)).toBe(1);
  expect(findTimeStep(secret, totpCode(secret, 2), now)).toBe(2);
  expect(findTimeStep(secret, totpCode(secret, 0), now)).toBe(0);
  expect(findTimeStep(secret, totpCode(secret, 3), now)).toBeUndefined();
  expect(findTimeStep(secret, "28708", now)).toBeUndefined();
});
