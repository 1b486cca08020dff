import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../../../club/people/accounts/password";

test("§8.1 a password that was hashed with other parameters still opens the account", async () => {
  const hash = "scrypt$16384$8$5$BwcHBwcHBwcHBwcHBwcHBw$QP5Yp_b6bPNVZT_vWoynZpF2sQ2G7Gh3xUvWG_s6MHY";
  expect(await verifyPassword("club-demo-1", hash)).toBe(true);
  expect(await verifyPassword("club-demo-2", hash)).toBe(false);
});

test("architecture: a hash needs more than 32 MB, which glibc returns to the system at once", async () => {
  const [, n, r] = (await hashPassword("club-demo-1")).split("$");
  expect(128 * Number(n) * Number(r)).toBeGreaterThanOrEqual(32 * 2 ** 20);
});
