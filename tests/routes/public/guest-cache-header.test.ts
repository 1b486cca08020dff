import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWithin } from "../../../server/fetch-within";
import { openTestClub, type TestClub } from "../../setup/club";
import { phones } from "../../setup/demo";
import { openTestPortal, type TestPortal } from "../../setup/portal";
import { startPortalServer } from "../../setup/portal-server";

const HEADER = "Club-Cache-Control";
const PUBLIC = ["/", "/promo", "/q&a", "/rules", "/login"];

let club: TestClub;
let portal: TestPortal;
let server: Awaited<ReturnType<typeof startPortalServer>>;
const logs: string[] = [];

beforeAll(async () => {
  process.env.GUEST_CACHE_HEADER = HEADER;
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club);
  server = await startPortalServer(portal, logs, { fetchUpstream: fetchWithin(club.within.answer) });
});
afterAll(async () => {
  delete process.env.GUEST_CACHE_HEADER;
  await server?.close();
  await portal?.close();
  await club?.close();
});

const ask = (address: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(server.origin + address, { method, redirect: "manual", headers: { "Sec-Fetch-Site": "none", ...headers } });
const policyOf = ({ headers }: Response) => [headers.get("Cache-Control"), headers.get(HEADER)];

test("§4.1 with a header of their own guests' pages are private for other caches, and the portal keeps them as ever", async () => {
  for (const address of PUBLIC) {
    const first = await ask(address);
    expect([address, first.status, ...policyOf(first)]).toEqual([
      ...[address, 200, "private, no-cache"],
      "public, max-age=60, stale-while-revalidate=600",
    ]);
    const html = await first.text();
    logs.length = 0;
    const second = await ask(address);
    expect(await second.text()).toBe(html);
    expect([address, logs.map((line) => JSON.parse(line).page)]).toEqual([address, ["stored"]]);
    expect(second.headers.get("Vary")).toBe("Cookie, Save-Data, Sec-Fetch-Site, Accept-Encoding");
    const tag = second.headers.get("ETag") ?? "";
    const third = await ask(address, { "If-None-Match": tag });
    expect([third.status, third.headers.get("ETag"), ...policyOf(third)]).toEqual([304, tag, ...policyOf(first)]);
    expect(policyOf(await ask(address, {}, "HEAD"))).toEqual(policyOf(first));
  }
  // Too varied to be kept here, and the same for every guest.
  expect(policyOf(await ask("/q%26a?search=балл"))).toEqual(policyOf(await ask("/")));
});

test("§4.1 no other page has that header: a person's, a document that differs by device, a redirect", async () => {
  const session = await portal.logIn(phones.member);
  for (const address of [...PUBLIC, "/dashboard/points"]) {
    expect([address, ...policyOf(await ask(address, { Cookie: session }))]).toEqual([
      ...[address, "private, no-cache"],
      null,
    ]);
  }
  expect(policyOf(await ask("/rules?document=retail-rules"))).toEqual(["private, no-cache", null]);
  expect((await ask("/dashboard/points")).headers.get(HEADER)).toBeNull();
});
