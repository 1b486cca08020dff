import { afterAll, beforeAll, expect, test } from "vitest";
import { rules } from "../../../contract/content";
import { createRequest } from "../../../contract/request";
import { type Read, reads } from "../../../scripts/contract/reads";
import { type FaultyUpstream, openFaultyUpstream } from "../../faults/faulty-upstream";
import { openTestClub, type TestClub } from "../../setup/club";
import { findPrize, findPromotion, phones } from "../../setup/demo";
import { openTestPortal, type TestPortal } from "../../setup/portal";

let club: TestClub;
let upstream: FaultyUpstream;
let portal: TestPortal;
const cookies = new Map<string, string>();
const ids = { promotion: "", prize: "", report: "" };

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  club = await openTestClub({ seed: true });
  upstream = await openFaultyUpstream(club.origin);
  portal = await openTestPortal({ ...club, origin: upstream.origin });
  ids.promotion = await findPromotion(club, "Искра по коду");
  ids.prize = await findPrize(club, "Футболка");
  const reports = club.db.selectFrom("report_files").innerJoin("users", "users.id", "report_files.curator_id");
  const own = reports.select("report_files.id").where("phone", "=", phones.curator);
  ids.report = String((await own.executeTakeFirstOrThrow()).id);
});
afterAll(async () => {
  await portal?.close();
  await upstream?.close();
  await club?.close();
});

/** Who opens a page; any other one is opened by a member. */
const visitors: Readonly<Record<string, string>> = {
  "/dashboard/report/": phones.curator,
  "/dashboard/report/:id": phones.curator,
  "/dashboard/invite/": phones.manager,
};

function addressOf({ page, descriptor }: Read): string {
  const id = page.startsWith("/promo") ? ids.promotion : page.startsWith("/dashboard/gifts") ? ids.prize : ids.report;
  if (page === "every page") return descriptor.audience === "client" ? "/promo/" : "/dashboard/points";
  return page.replace(":id", id);
}

async function open(read: Read): Promise<Response> {
  const { audience } = read.descriptor;
  const phone = audience === "client" ? "" : (visitors[read.page] ?? phones.member);
  if (phone && !cookies.has(phone)) cookies.set(phone, await portal.logIn(phone));
  return portal.ask(addressOf(read), { headers: { Cookie: cookies.get(phone) ?? "" } });
}

/** The address of the call, with its query. */
function findAddress({ descriptor, input }: Read): RegExp {
  const sent = input({ promotion: ids.promotion, prize: ids.prize, report: ids.report }) ?? {};
  const upstream = { origin: "http://127.0.0.1", clientId: "", clientSecret: "" };
  const { pathname, search } = new URL(createRequest(upstream, descriptor, sent).url);
  const pairs = [...new URLSearchParams(search)].map(([name, value]) => `(?=.*[?&]${name}=${value}(&|$))`);
  // An address without a query has none, so that the call isn't mistaken for another one of the same path.
  return new RegExp(`^${pathname.replaceAll("/", "\\/")}${pairs.length > 0 ? pairs.join("") : "$"}`);
}

const isPage = ({ descriptor, failing, page }: Read) =>
  failing.kind !== "inPlace" && descriptor.reply !== "file" && !/invite=|referral=|tasks|delivery|search/.test(page);

/** Content comes first: the portal keeps what it has read once, and shows it when the call fails later. */
const isContent = ({ descriptor: { path } }: Read) => /^content|by-roles/.test(path);
const pages = reads.filter(isPage).sort((one, other) => Number(isContent(other)) - Number(isContent(one)));

test.each(pages.map((read) => [read.descriptor.path, read.page, read.failing.kind, read] as const))(
  "§2.5.3 §7.1 when %s fails, %s is shown or breaks as the check says: %s",
  async (_, __, kind, read) => {
    // The rules page has two calls of content; while this one is tried, the other may not be kept.
    upstream.fail(500, read.descriptor === rules ? /content\/rules|by-roles/ : findAddress(read));
    const page = await open(read);
    upstream.fail(null);
    const expected = kind === "page" ? [303, "/500.html"] : [200, null];
    expect([page.status, page.headers.get("Location")]).toEqual(expected);
  },
);
