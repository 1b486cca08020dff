import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../../../club/people/accounts/password";
import { readClubConfiguration } from "../../../../club/platform/configuration";
import { LOW_COST } from "../../../setup/low-cost-password";

test("§8.1 a password that was hashed with other parameters still opens the account", async () => {
  const hash = "scrypt$16384$8$5$BwcHBwcHBwcHBwcHBwcHBw$QP5Yp_b6bPNVZT_vWoynZpF2sQ2G7Gh3xUvWG_s6MHY";
  expect(await verifyPassword("club-demo-1", hash, LOW_COST)).toBe(true);
  expect(await verifyPassword("club-demo-2", hash, LOW_COST)).toBe(false);
});

test("§8.10 without a hash a password is compared at the club's cost, and is wrong", async () => {
  expect(await verifyPassword("club-demo-1", null, LOW_COST)).toBe(false);
  // More than the memory that a comparison may take: so these are the parameters with which it is made.
  await expect(verifyPassword("club-demo-1", null, { ...LOW_COST, N: 2 ** 20 })).rejects.toThrow(/memory limit/);
});

test("§8.1 what isn't a whole hash opens nothing: another method, no salt, no key", async () => {
  const hash = await hashPassword("club-demo-1", LOW_COST);
  expect(await verifyPassword("club-demo-1", hash, LOW_COST)).toBe(true);
  const [method, n, r, p, salt, key] = hash.split("$");
  for (const parts of [
    ["bcrypt", n, r, p, salt, key],
    [method, n, r, p, "", key],
    [method, n, r, p, salt, ""],
    [method, n, r, p, salt],
  ]) {
    expect(await verifyPassword("club-demo-1", parts.join("$"), LOW_COST), parts.join("$")).toBe(false);
  }
});

test("architecture: a hash needs more than 32 MB, which glibc returns to the system at once", async () => {
  const { passwordCost } = readClubConfiguration({ NODE_ENV: "test" }).settings;
  const [, N, r] = (await hashPassword("club-demo-1", passwordCost)).split("$");
  expect(128 * Number(N) * Number(r)).toBeGreaterThanOrEqual(32 * 2 ** 20);
});
