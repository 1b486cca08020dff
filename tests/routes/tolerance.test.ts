import { JSDOM } from "jsdom";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Participant } from "../../contract/values";
import { promisedFields } from "../contract/promised-fields";
import { type Json, recordedReplies } from "../contract/recorded-replies";
import { applyVariations, type Variation, varyReply } from "../contract/vary-reply";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { findReply, openReplayedUpstream, type ReplayedUpstream } from "../setup/replayed-upstream";

let upstream: ReplayedUpstream;
let portal: TestPortal;
const cookies = new Map<string, string>();
const members: readonly Participant[] = ["member", "manager", "curator", "tadam", "system-manager", "system-curator"];

beforeAll(async () => {
  upstream = await openReplayedUpstream();
  portal = await openTestPortal(upstream);
  for (const participant of members) cookies.set(participant, await portal.logIn(participant));
  const added = await portal.ask("/dashboard/gifts/19", {
    method: "POST",
    headers: { Cookie: cookies.get("member") ?? "" },
    body: new URLSearchParams({ prize_id: "19", cartCount: "2", size: "M" }),
  });
  cookies.set("shopper", [cookies.get("member"), ...cookiesOf(added)].join("; "));
  const invited = await portal.ask("/?invite=7");
  cookies.set("invited", cookiesOf(invited).join("; "));
});
afterEach(() => upstream.vary(undefined));
afterAll(async () => {
  await portal?.close();
  await upstream?.close();
});

const cookiesOf = ({ headers }: Response) => headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");

/** Every test opens a page dozens of times. */
const SLOW_MS = 120_000;

/** The main pages by who opens them. */
const pages: readonly (readonly [who: string, path: string])[] = [
  ...["/", "/promo/", "/promo/6/", "/login", "/feedback", "/register/manager", "/register/member", "/recovery"].map(
    (path) => ["guest", path] as const,
  ),
  ["invited", "/register/member"],
  ["member", "/dashboard/profile"],
  ["manager", "/dashboard/profile"],
  ["curator", "/dashboard/profile"],
  ["curator", "/dashboard/profile?manager=7"],
  ["tadam", "/dashboard/profile"],
  ["system-manager", "/dashboard/profile"],
  ["member", "/dashboard/profile/companies"],
  ["member", "/dashboard/profile/companies/new"],
  ["member", "/dashboard/points"],
  ["manager", "/dashboard/sales"],
  ["member", "/dashboard/sales"],
  ["member", "/dashboard/gifts/"],
  ["system-curator", "/dashboard/gifts/"],
  ["member", "/dashboard/gifts/19"],
  ["member", "/dashboard/gifts/phone"],
  ["member", "/dashboard/gifts/card"],
  ["member", "/dashboard/gifts/giftery"],
  ["shopper", "/dashboard/gifts/cart"],
  ["shopper", "/dashboard/gifts/delivery?delivery_city=Казань"],
  ["member", "/dashboard/promo-code"],
  ["member", "/promo/6/"],
  ["member", "/dashboard/documents"],
  ["member", "/curator"],
  ["curator", "/dashboard/report"],
  ["curator", "/dashboard/report/4"],
  ["curator", "/dashboard/report/status"],
  ["curator", "/dashboard/invite"],
  ["manager", "/dashboard/invite/new"],
  ["curator", "/dashboard/invite/tasks/import/7"],
  ["curator", "/dashboard/invite/tasks/import/7/status"],
  ["curator", "/dashboard/invite/tasks/resend/7"],
  ["system-manager", "/dashboard/search?inn=5000200016&user=14"],
];

/** Fields on which it depends what page is shown, or whether there is one. They are varied one by one. */
const KEYS =
  /(^|\.)(id|curator_id|prize_id|is_system|is_agreement_accepted|target_promo_group_system_name|month|code|handler_system_name)$/;

const KEY_CHANGES = [
  ...["missing", "null", "an empty array", "true", "false", "an unknown word", "a text", "0 as text"],
  ...["a uuid", "digits with zeros in front", "very large"],
];

/** Content that is the same for everybody is kept for a minute. */
const CONTENT = /content\/(menu|rules|faq)|links\/by-roles/;

function isPromised(call: string, { field }: Variation): boolean {
  return promisedFields.some((promise) => promise.call === call && `${promise.field}.`.startsWith(`${field}.`));
}

/** A cookie, or any other header. */
const LONGEST_HEADER = 4_096;

async function open(who: string, path: string) {
  const response = await portal.ask(path, { headers: { Cookie: cookies.get(who) ?? "" } });
  const long = [...response.headers].find(([, value]) => value.length > LONGEST_HEADER)?.[0];
  if (long) throw new Error(`${path}: the header ${long} is longer than browsers and proxies take`);
  return { status: response.status, location: response.headers.get("Location"), text: await response.text() };
}

/** What nobody should ever read on a page. */
const BROKEN = /\b(NaN|undefined|null|Infinity|Invalid Date)\b|\[object Object\]/;

function findBrokenWord(text: string): string | undefined {
  if (!text.startsWith("<!")) return undefined;
  const read = text.replace(/<(script|style|template)\b.*?<\/\1>/gs, " ").replace(/<[^>]*>/g, " ");
  return BROKEN.exec(read)?.[0];
}

const grouped = new Map<Json, Variation[][]>();

/** The variations of a reply that can be made at once: the first of each field, the second, and so on; then of what has fields. */
function groupVariations(call: string, reply: Json): Variation[][] {
  const known = grouped.get(reply);
  if (known) return known;
  const groups: Variation[][] = [];
  grouped.set(reply, groups);
  const fields = new Map<string, Variation[]>();
  for (const variation of varyReply(reply)) {
    if (isPromised(call, variation) || KEYS.test(variation.field)) continue;
    fields.set(variation.field, [...(fields.get(variation.field) ?? []), variation]);
  }
  const hasFields = (field: string) => [...fields.keys()].some((other) => other.startsWith(`${field}.`));
  for (const [field, variations] of fields) {
    const first = hasFields(field) ? MOST_CHANGES : 0;
    for (const [index, variation] of variations.entries()) {
      groups[first + index] = [...(groups[first + index] ?? []), variation];
    }
  }
  return groups;
}

/** More than any field has. What has fields itself is varied apart, from this number on. */
const MOST_CHANGES = 30;

/** A page without the one thing that it is about says so, in its layout. */
const mayBeMissing = (path: string) => path.startsWith("/promo/6");

test.each(pages)(
  "§7.2 §8.9 the %s opens %s as it is, and with every field varied at once",
  async (who, path) => {
    upstream.takeCalls();
    const { status, text } = await open(who, path);
    expect([status, findBrokenWord(text)]).toEqual([200, undefined]);
    const faults: string[] = [];
    for (const index of listGroups(upstream.takeCalls(), who)) {
      const made = new Set<string>();
      upstream.vary((call, reply) => {
        const variations = CONTENT.test(call) ? [] : (groupVariations(call, reply)[index] ?? []);
        for (const { field, change } of variations) made.add(`${call} ${field}: ${change}`);
        // Inner lists first: an outer one that is changed has them no more.
        return applyVariations(reply, variations.toReversed());
      });
      const varied = await open(who, path);
      const isShown = varied.status === 200 || (varied.status === 404 && mayBeMissing(path) && index >= MOST_CHANGES);
      const fault = isShown ? findBrokenWord(varied.text) : `${varied.status} ${varied.location}`;
      if (fault) faults.push(`${fault} by ${[...made].join(", ")}`);
    }
    expect(faults).toEqual([]);
  },
  SLOW_MS,
);

/** The numbers of the groups of variations of any of these calls. */
function listGroups(calls: readonly string[], who: string): number[] {
  const groups = calls.map((call) =>
    groupVariations(call, findReply(call, who === "shopper" ? "member" : who) ?? null),
  );
  return [...new Set(groups.flatMap((variations) => Object.keys(variations)))].map(Number);
}

/** Every call with the first page that makes it. */
async function findMainPages(): Promise<Map<string, readonly [who: string, path: string]>> {
  const found = new Map<string, readonly [string, string]>();
  for (const [who, path] of [...pages.slice(9), ...pages.slice(0, 9)]) {
    upstream.takeCalls();
    await open(who, path);
    for (const call of upstream.takeCalls()) if (!found.has(call)) found.set(call, [who, path]);
  }
  return found;
}

test(
  "§7.2 §8.9 a field on which a page depends leads to another page at most, whatever it is",
  async () => {
    const faults: string[] = [];
    for (const [main, [who, path]] of await findMainPages()) {
      const reply = recordedReplies[main]?.[0];
      if (!reply || CONTENT.test(main)) continue;
      for (const variation of varyReply(reply)) {
        if (!KEYS.test(variation.field) || !KEY_CHANGES.includes(variation.change) || isPromised(main, variation))
          continue;
        upstream.vary((call, own) => (call === main ? applyVariations(own, [variation]) : undefined));
        const { status, location, text } = await open(who, path);
        const isLost = status >= 500 || location === "/500.html" || location === "/";
        const fault = isLost ? `${status} ${location}` : findBrokenWord(text);
        if (fault) faults.push(`${path}: ${fault} by ${main} ${variation.field}: ${variation.change}`);
      }
    }
    expect(faults).toEqual([]);
  },
  SLOW_MS,
);

const contentPages = ["/", "/rules/", "/rules/?document=retail-rules", "/q&a/", "/feedback"] as const;

test(
  "§4.3 §7.2 §8.9 the pages of content are shown with every field of it varied at once",
  async () => {
    const now = performance.now.bind(performance);
    let minutes = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now() + minutes * 61_000);
    const faults: string[] = [];
    const countGroups = (call: string) => groupVariations(call, recordedReplies[call]?.[0] ?? null).length;
    const groups = Math.max(
      ...Object.keys(recordedReplies)
        .filter((call) => CONTENT.test(call))
        .map(countGroups),
    );
    for (let index = 0; index < groups; index++) {
      const made = new Set<string>();
      upstream.vary((call, reply) => {
        const variations = CONTENT.test(call) ? (groupVariations(call, reply)[index] ?? []) : [];
        for (const { field, change } of variations) made.add(`${call} ${field}: ${change}`);
        return applyVariations(reply, variations.toReversed());
      });
      // After a minute content is served once more while it is read again.
      minutes += 1;
      for (const path of ["/rules/", "/q&a/"]) await open("guest", path);
      for (const path of contentPages) {
        const { status, location, text } = await open("guest", path);
        // A document that the content doesn't name any more isn't found.
        const isShown = status === 200 || (status === 404 && path.includes("document="));
        const fault = isShown ? findBrokenWord(text) : `${status} ${location}`;
        if (fault) faults.push(`${path}: ${fault} by ${[...made].join(", ")}`);
      }
    }
    vi.restoreAllMocks();
    expect(faults).toEqual([]);
  },
  SLOW_MS,
);

/** Sets these fields of a call's reply, and opens a page of it. */
async function openWith(wanted: string, who: string, path: string, fields: Record<string, Json>) {
  upstream.vary((call, reply) => {
    if (call !== wanted) return undefined;
    const places = varyReply(reply).filter(({ field, change }) => field in fields && change === "null");
    return applyVariations(
      reply,
      places.map((one) => ({ ...one, to: fields[one.field] ?? null })),
    );
  });
  const { status, text } = await open(who, path);
  expect(status).toBe(200);
  const { document } = new JSDOM(text).window;
  for (const script of document.querySelectorAll("script")) script.remove();
  return document;
}

const statuses: readonly (readonly [call: string, who: string, path: string, field: string])[] = [
  ["POST invites/list/user/current", "curator", "/dashboard/invite", "items.*.invite_status"],
  ["GET user/points", "member", "/dashboard/points", "spent.items.*.status"],
  ["GET deals/report/titles", "curator", "/dashboard/report", "items.*.status"],
  ["GET invites/tasks/{id}/import/status", "curator", "/dashboard/invite/tasks/import/7", "status"],
  ["GET user/curator/check/documents", "member", "/dashboard/documents", "status"],
  ["GET user/curator/check/documents", "member", "/dashboard/profile", "status"],
];

test.each(statuses)(
  "§3.10 §7.2 a status of %s that only the upstream knows is shown as it comes (%s, %s)",
  async (call, who, path, field) => {
    const document = await openWith(call, who, path, { [field]: "на_рассмотрении" });
    expect(document.body.textContent).toContain("на_рассмотрении");
  },
);

test("§3.10 an amount that isn't told is a dash, and a date is shown however it is written", async () => {
  const firstRow = (document: Document, title: string) => {
    const table = [...document.querySelectorAll("table")].find(({ textContent }) => textContent?.includes(title));
    // An entry of several cells, not the heading of its day.
    const entry = [...(table?.tBodies[0]?.rows ?? [])].find(({ cells }) => cells.length > 1);
    return [...(entry?.cells ?? [])].map(({ textContent }) => textContent?.trim());
  };
  const sales = { "items.*.sell_count": null, "items.*.points": null };
  const sold = firstRow(await openWith("GET deals/current/user", "manager", "/dashboard/sales", sales), "Кол-во");
  expect(sold.slice(-2)).toEqual(["—", "—"]);
  const points = { "added.items.*.sumAdd": null, "added.items.*.date": 1_772_700_000 };
  const added = firstRow(await openWith("GET user/points", "member", "/dashboard/points", points), "Начисления");
  expect(added[0]).toBe("05.03.26");
  expect(added.at(-1)).toBe("—");
  const details = { "items.*.sell_count": "", "items.*.points": null, "items.*.sell_date": "в марте" };
  const counted = firstRow(
    await openWith("GET deals/report/details", "curator", "/dashboard/report/4", details),
    "Артикул",
  );
  expect(counted[0]).toBe("в марте");
  expect(counted.slice(-2)).toEqual(["—", "—"]);
});

test("§3.10 a fraction of points is shown as it is", async () => {
  const points = { "points.points": "1234.5" };
  const document = await openWith("GET user/profile", "member", "/dashboard/profile", points);
  expect(document.body.textContent?.replaceAll("\u00a0", " ")).toContain("1 234,5 балла");
});

test("§3.1 §3.10 a balance that isn't sent is a dash, and not zero", async () => {
  const document = await openWith("GET user/profile", "member", "/dashboard/profile", { "points.points": null });
  const balance = document.querySelector(".site-header-balance")?.textContent ?? "";
  expect(balance).toContain("—");
});

test("§1.5 a promotion whose dates are no dates is running", async () => {
  const dates = { "items.*.date_start": "скоро", "items.*.date_end": "01.01.1990?" };
  const document = await openWith("GET actions/list/filter", "guest", "/promo/6/", dates);
  expect(document.querySelector("h1 ~ *, main .badge")?.textContent).toContain("идёт");
});
