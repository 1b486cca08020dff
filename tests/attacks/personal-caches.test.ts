import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWithin } from "../../server/fetch-within";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { listRoutes, type RouteAddress } from "./route-list";

let club: TestClub;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;
let routes: RouteAddress[];
const cookies: Record<string, string> = {};

beforeAll(async () => {
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club);
  server = await startPortalServer(portal, [], { fetchUpstream: fetchWithin(club.within.answer) });
  routes = listRoutes(portal.build).filter(({ hasLoader, hasPage }) => hasLoader || hasPage);
  for (const person of ["curator", "manager", "member", "systemManager"] as const) {
    cookies[person] = await portal.logIn(phones[person]);
  }
});
afterAll(async () => {
  await server?.close();
  await portal?.close();
  await club?.close();
});

/** Whether a browser may show a kept reply without asking whether it is still the visitor's. */
const isShownUnasked = (control: string) => !/(?:^|[ ,])(?:no-store|no-cache)(?:$|[ ,])/.test(control);

const read = (address: string, cookie: string) =>
  fetch(server.origin + address, { redirect: "manual", headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" } });

test("§4.1 §4.2 what a browser shows again without asking is the same for everybody, at every address of the portal", async () => {
  const addresses = routes.flatMap(({ path }) => [path, `${path}?role=member&format=png`]);
  const personal: string[] = [];
  let kept = 0;
  for (const address of [...new Set(addresses)]) {
    const guest = await read(address, "");
    const ofGuest = Buffer.from(await guest.arrayBuffer());
    for (const [person, cookie] of Object.entries(cookies)) {
      const response = await read(address, cookie);
      const body = Buffer.from(await response.arrayBuffer());
      // A redirect or a refusal is kept only where it says so.
      const control = response.headers.get("Cache-Control") ?? "";
      if (!isShownUnasked(control) || (control === "" && response.status !== 200)) continue;
      kept++;
      const isSame = guest.status === response.status && body.equals(ofGuest);
      if (!isSame || response.headers.has("Set-Cookie")) personal.push(`${person} ${address}: ${control}`);
    }
  }
  expect(kept).toBeGreaterThan(0);
  expect(personal).toEqual([]);
});

test("§1.4 the picture of an invitation is another one for the next participant of a browser", async () => {
  const pictureOf = async (person: string) => {
    const response = await read("/dashboard/invite/qr?role=manager", cookies[person] ?? "");
    return { control: response.headers.get("Cache-Control"), text: await response.text() };
  };
  const [one, next] = [await pictureOf("curator"), await pictureOf("manager")];
  expect(one.text).not.toBe(next.text);
  expect([one.control, next.control]).toEqual(["private, no-cache", "private, no-cache"]);
});
