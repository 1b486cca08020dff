import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";

let club: TestClub;
let portal: TestPortal;
let cookie: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true, work: false });
  portal = await openTestPortal(club);
  cookie = await portal.logIn(phones.manager);
});
afterAll(async () => {
  await portal?.close();
  await club?.close();
});

/** Opens a page, and says what the upstream was asked for and what log and metrics hear of it. @param replies by call */
async function open(path: string, replies: Readonly<Record<string, () => Response>> = {}) {
  const asked: string[] = [];
  const recorded: { name: string; outcome: string }[] = [];
  const response = await portal.ask(
    path,
    { headers: { Cookie: cookie } },
    {
      async fetchUpstream(request) {
        const name = `${request.method} ${new URL(request.url).pathname.replace(/^\/api\//, "")}`;
        asked.push(name);
        return replies[name]?.() ?? club.club.fetch(request);
      },
      recordUpstreamCall: ({ name, outcome }) => void recorded.push({ name, outcome }),
    },
  );
  await response.text();
  return { asked: asked.toSorted(), recorded: recorded.toSorted((one, other) => (one.name < other.name ? -1 : 1)) };
}

test.each(["/dashboard/points", "/dashboard/gifts", "/promo", "/dashboard/sales/export"])(
  "§8.9 each call that %s makes is recorded once, with its answer",
  async (path) => {
    const { asked, recorded } = await open(path);
    expect(asked.length).toBeGreaterThan(0);
    expect(recorded).toEqual(asked.map((name) => ({ name, outcome: "answer" })));
  },
);

const refuse = (status: number, name: string) => () =>
  Response.json({ success: false, errors: [{ error_lang_alias: [name] }] }, { status });

test.each([
  ["an outage", () => new Response("", { status: 500 }), "outage"],
  ["a refusal", refuse(403, "cts.other"), "refusal"],
  ["the end of the session", refuse(401, "cts.session.expired"), "session-gone"],
])("§8.9 a call that ends in %s is recorded once, as that", async (_, reply, outcome) => {
  const { asked, recorded } = await open("/dashboard/points", { "GET user/points": reply });
  expect(asked.filter((name) => name === "GET user/points")).toHaveLength(1);
  expect(recorded.filter(({ name }) => name === "GET user/points")).toEqual([{ name: "GET user/points", outcome }]);
});
