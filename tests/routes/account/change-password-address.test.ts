import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../../setup/club";
import { openTestPortal, type TestPortal } from "../../setup/portal";

let club: TestClub;
let portal: TestPortal;

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  portal = await openTestPortal(club);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

test("§4.12 the address that password managers know leads to the change of the password, and a guest to recovery", async () => {
  const address = "/.well-known/change-password";
  const ofGuest = await portal.ask(address);
  expect([ofGuest.status, ofGuest.headers.get("Location")]).toEqual([302, "/recovery"]);
  expect(ofGuest.headers.get("Cache-Control")).toBe("no-store");
  const ofMember = await portal.ask(address, { headers: { Cookie: await portal.logIn("79000000003") } });
  expect([ofMember.status, ofMember.headers.get("Location")]).toEqual([302, "/dashboard/profile/security"]);
});
