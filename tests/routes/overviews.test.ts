import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultyUpstream, openFaultyUpstream } from "../faults/faulty-upstream";
import { openTestClub, type TestClub } from "../setup/club";
import { phones } from "../setup/demo";
import { openTestPortal, type TestPortal } from "../setup/portal";

type Who = "curator" | "manager" | "member" | "tadam" | "systemCurator" | "systemManager" | "newMember";

const everywhere = ["/promo/", "/q&a/", "/dashboard/profile/"];
const gifts = ["/dashboard/points", "/dashboard/gifts/", "/dashboard/gifts/cart"];

/** The pages of each role. */
const pages: Record<Who, readonly string[]> = {
  curator: [...everywhere, ...gifts, "/dashboard/invite", "/dashboard/report"],
  manager: [
    ...everywhere,
    ...gifts,
    "/dashboard/sales",
    "/dashboard/sales?page=2",
    "/dashboard/sales?date_from=2020-01-01",
    "/dashboard/points?added=2",
    "/dashboard/invite",
  ],
  member: [...everywhere, ...gifts, "/dashboard/sales", "/dashboard/promo-code", "/curator", "/dashboard/documents"],
  tadam: everywhere,
  systemCurator: [...everywhere, "/dashboard/gifts/"],
  systemManager: [...everywhere, "/dashboard/gifts/", "/dashboard/search"],
  newMember: [...everywhere, "/agreement"],
};

let club: TestClub;
let upstream: FaultyUpstream;
/** A portal before an upstream with the calls of the specification only, and one before this project's club. */
let portals: Record<"specified" | "extended", TestPortal>;
const cookies = new Map<Who, string>();

beforeAll(async () => {
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  const behindProxy = { ...club, origin: upstream.origin };
  const specified = await openTestPortal(behindProxy);
  for (const who of Object.keys(pages) as Who[]) cookies.set(who, await specified.logIn(phones[who]));
  // What is the same for everybody is read now, before the second portal has other settings.
  await (await specified.ask("/")).text();
  portals = { specified, extended: await openTestPortal(behindProxy, { extensions: true }) };
});
afterAll(async () => {
  await portals?.specified.close();
  await portals?.extended.close();
  await upstream?.close();
  await club?.close();
});

/** What needs calls beyond the specification: claims of sales, their search and sums by article, a report's check, the last list, reminders' number, statements, the next gift. */
const BEYOND = new RegExp(
  [
    '<a [^>]*href="[^"]*/claims"[^>]*>[^<]*</a>',
    '<button [^>]*value="preview"[^>]*>[^<]*</button> ',
    '<p class="hint">Если в файле все продажи за период[^<]*</p>',
    '<p><a [^>]*href="/dashboard/invite/tasks/import/[^"]*"[^>]*>[^<]*</a>[^<]*</p>',
    '<button [^>]*value="resend-all"[^>]*>[^<]*</button>',
    '<div class="field"><label [^>]*>Товар или компания</label>.*?</div>',
    "<details[^>]*><summary>Больше всего баллов</summary>.*?</details>",
    '<a [^>]*href="/dashboard/points/statement"[^>]*>[^<]*</a>',
    '<div class="gauge"><div class="gauge-row"><label [^>]*>(?:До следующего подарка|Ваша цель).*?</progress></div>',
  ].join("|"),
  "g",
);

/** The points of a sale lead to the entry that added them only where the club can be asked for one report's entries. */
const ACCRUAL = /<a [^>]*aria-label="[^"]*: начисление"[^>]*>([^<]*)<\/a>/g;

/** The page as people see it: without the data of its scripts. */
async function show(portal: TestPortal, who: Who, page: string): Promise<string> {
  const response = await portal.ask(page, { headers: { Cookie: cookies.get(who) ?? "" } });
  const html = await response.text();
  const seen = html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(BEYOND, "")
    .replace(ACCRUAL, "$1")
    // Beside the check of a report, counting it at once is the second button.
    .replace(/(<button [^>]*value="count"[^>]*class="button) button--secondary"/, '$1"');
  return `${response.status} ${seen.replace(`<div class="button-row"></div></header>`, "</header>")}`;
}

describe.each(Object.keys(pages) as Who[])("%s", (who) => {
  test.each(pages[who])(
    "§7.1 %s is the same before an upstream without calls beyond the specification",
    async (page) => {
      const specified = await show(portals.specified, who, page);
      const extended = await show(portals.extended, who, page);
      expect(specified).toContain("200 <!DOCTYPE html>");
      expect(extended).toBe(specified);
    },
  );
});

test("§7.1 before this project's club a page needs no list of people, no counters and no rows for its chart", async () => {
  upstream.takeRequests();
  await show(portals.extended, "manager", "/dashboard/sales");
  expect(upstream.takeRequests().sort()).toEqual([
    "GET /api/deals/current/user/summary",
    "GET /api/deals/current/user?page=1&per_page=15",
    "GET /api/user/overview",
  ]);
});
