import { afterAll, beforeAll, expect, test } from "vitest";
import { type Participant, participants } from "../../contract/values";
import { openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";

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

type Visitor = Participant | "guest";

const visitors: readonly Visitor[] = ["guest", ...participants];
const demoLogins: Record<Participant, string> = {
  curator: "79000000001",
  manager: "79000000002",
  member: "79000000003",
  tadam: "79000000004",
  "system-curator": "79000000005",
  "system-manager": "79000000006",
};

const curators: Visitor[] = ["curator", "system-curator"];
const managers: Visitor[] = ["manager", "system-manager"];

/** Who may open each page. The specification's table is repeated here on purpose. */
const table: readonly (readonly [path: string, visitors: readonly Visitor[]])[] = [
  ["/", ["guest"]],
  ["/rules", ["guest"]],
  ["/q&a", visitors],
  ["/promo", visitors],
  ["/promo/5", visitors],
  ["/dashboard/profile", [...curators, ...managers, "member", "tadam"]],
  ["/dashboard/report", curators],
  ["/dashboard/search", managers],
  ["/dashboard/invite", [...curators, ...managers]],
  ["/dashboard/points", [...curators, ...managers, "member"]],
  ["/dashboard/sales", [...managers, "member"]],
  ["/dashboard/gifts", [...curators, ...managers, "member"]],
  ["/dashboard/gifts/cart", [...curators, ...managers, "member"]],
  ["/dashboard/promo-code", ["member"]],
];

const PROFILE = "/dashboard/profile/";

function leadAway(visitor: Visitor): string {
  return visitor === "guest" ? "/" : PROFILE;
}

test.each(visitors)(
  "§2.1.1 §2.1.2 §2.1.3 §2.1.6 §6.1 §6.2 §6.3 the route table as %s meets it, with and without the slash",
  async (visitor) => {
    const headers = { Cookie: visitor === "guest" ? "" : await portal.logIn(demoLogins[visitor]) };
    const met: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const [path, allowed] of table) {
      const expected = allowed.includes(visitor) ? "200" : leadAway(visitor);
      for (const address of path === "/" ? ["/"] : [path, `${path}/`]) {
        wanted[address] = expected;
        const response = await portal.ask(address, { headers });
        met[address] = response.headers.get("Location") ?? String(response.status);
        await response.body?.cancel();
      }
      const data = path === "/" ? "/_root.data" : `${path}.data`;
      wanted[data] = expected;
      met[data] = await readDataAnswer(await portal.ask(data, { headers }));
    }
    expect(met).toEqual(wanted);
  },
  90_000,
);

test("§2.1.4 any other path redirects to the home page, as a document and in a client navigation; a missing file is a 404", async () => {
  for (const path of ["/no-such-page", "/dashboard", "/dashboard/unknown/", "/promo/5/other"]) {
    const response = await portal.ask(path);
    expect([path, response.status, response.headers.get("Location")]).toEqual([path, 302, "/"]);
    expect([path, await readDataAnswer(await portal.ask(`${path.replace(/\/$/, "")}.data`))]).toEqual([path, "/"]);
  }
  expect((await portal.ask("/no-such-file.js")).status).toBe(404);
});

test("§2.1.6 a form works with and without the trailing slash", async () => {
  for (const path of ["/feedback", "/feedback/"]) {
    const response = await portal.ask(path, { method: "POST", body: new URLSearchParams({ name: "Анна" }) });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Напишите сообщение.");
  }
});

/** A client navigation reads the redirect from the body of the response. */
async function readDataAnswer(response: Response): Promise<string> {
  const body = await response.text();
  if (response.status !== 202) return String(response.status);
  return /"redirect","([^"]+)"/.exec(body)?.[1] ?? body;
}

test("§4.1 a session whose cookie can no longer be read is said to have ended; a guest reads nothing of it", async () => {
  const ended = await portal.ask("/dashboard/points/", {
    headers: { Cookie: "session=sealed-with-a-forgotten-secret" },
  });
  expect([ended.status, ended.headers.get("Location")]).toEqual([303, "/"]);
  const cookies = ended.headers.getSetCookie();
  expect(cookies.some((cookie) => /^session=;.*Max-Age=0/.test(cookie))).toBe(true);
  const Cookie = cookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
  expect(await (await portal.ask("/", { headers: { Cookie } })).text()).toContain("Сессия закончилась. Войдите снова.");
  expect((await portal.ask("/dashboard/points/")).headers.getSetCookie()).toEqual([]);
});
