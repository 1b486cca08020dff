import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { participants } from "../../contract/values";
import { listStandingForms, type StandingForm } from "../setup/forms-as-they-stand";
import { listDifferences } from "../setup/line-differences";
import { outline } from "../setup/page-outline";
import { type BothPortals, openBothPortals, type TestPortal } from "../setup/portal";
import { parsePage } from "../setup/portal-browser";
import { describeHead, describeOtherHeaders, isHtml, isTextType } from "../setup/response-outline";
import {
  type ChangeReply,
  emptyLists,
  longLists,
  NEWCOMER,
  openWholeUpstream,
  type WholeUpstream,
} from "../setup/whole-upstream";
import { listAddresses, routeIds } from "./page-addresses";

/**
 * Every page and download of the portal for every kind of visitor: what it says, where its links and forms lead, and the headers
 * that matter, as the snapshots beside this file have it. Whoever changes a page reads the difference and then runs the file
 * with `-u`. The upstream answers with recorded replies, and the date stands still.
 */

/** A Wednesday noon in Moscow, in the middle of a month. */
const NOW = "2026-11-18T09:00:00Z";

let upstream: WholeUpstream;
let portals: BothPortals;
const visitors = new Map<string, Visitor>();

/** Who looks, and what surrounds the pages that they see. */
interface Visitor {
  readonly cookie: string;
  readonly frame: readonly string[];
  readonly looksAt: RegExp;
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(NOW) });
  upstream = await openWholeUpstream();
  portals = await openBothPortals(upstream);
  for (const [name, prepare] of Object.entries(await prepareVisitors())) {
    const cookie = await prepare();
    const shown = await look(portals.portal, cookie, FRAMED);
    visitors.set(name, { cookie, frame: shown.frame, looksAt: FEW_PAGES[name] ?? /^/ });
  }
});
afterAll(async () => {
  vi.useRealTimers();
  await portals?.close();
  await upstream?.close();
});

/** The page whose surroundings are told at length, and those of others by what differs. */
const FRAMED = "/accessibility";

/** What is seen by those for whom most pages are as for others. */
const FEW_PAGES: Readonly<Record<string, RegExp>> = {
  "guest of the light version": /^\/(|login|promo\/6|register\/member|accessibility)$/,
  "guest with a link of each kind": /^\/(|register.*|entry|recovery\/password|unsubscribe|activation)$/,
  "member with a cart": /^\/dashboard\/(gifts.*|profile|points)$/,
  [NEWCOMER]: /^\/(|agreement|curator|logout|banner|dashboard\/(profile|gifts|points))$/,
};

/** How each visitor comes by the cookies that they have. */
function prepareVisitors(): Record<string, () => Promise<string>> {
  const { portal } = portals;
  /** Opens addresses one after another, as a browser that follows no redirect. */
  const visit = async (cookie: string, steps: readonly Step[]) => {
    const jar = new Map(
      cookie
        .split("; ")
        .filter(Boolean)
        .map((pair) => [pair.split("=", 1)[0], pair]),
    );
    for (const [path, form] of steps) {
      const body = form && new URLSearchParams(form);
      const headers = { Cookie: [...jar.values()].join("; ") };
      const response = await portal.ask(path, { method: body ? "POST" : "GET", body, headers });
      for (const line of response.headers.getSetCookie()) {
        const pair = line.split(";", 1)[0] ?? "";
        jar.set(pair.split("=", 1)[0], pair);
      }
      await response.body?.cancel();
    }
    jar.delete("notice");
    return [...jar.values()].join("; ");
  };
  return {
    guest: async () => "",
    "guest of the light version": () =>
      visit("", [
        ["/light", { light: "1" }],
        ["/cookies", {}],
      ]),
    "guest with a link of each kind": () =>
      visit("", [
        ["/?invite=7"],
        ["/?token=t"],
        ["/?check_word=w&email=a@example.com"],
        ["/unsubscribe?id=1&hash=h"],
        ["/activation", { intent: "start", phone: "79000000003" }],
      ]),
    ...Object.fromEntries(participants.map((participant) => [participant, () => portal.logIn(participant)])),
    "member with a cart": async () =>
      visit(await portal.logIn("member"), [
        ["/dashboard/gifts/19", { prize_id: "19", cartCount: "2", size: "M" }],
        ["/dashboard/gifts/goal", { prize_id: "19" }],
      ]),
    [NEWCOMER]: () => portal.logIn(NEWCOMER),
  };
}

type Step = readonly [path: string, form?: Readonly<Record<string, string>>];

/** What a visitor sees of a page. */
interface Shown {
  readonly isPage: boolean;
  readonly lines: readonly string[];
  /** What stands around it, with the headers that most pages have alike. */
  readonly frame: readonly string[];
  readonly forms: readonly StandingForm[];
  /** The cookie by which the next page has a notice. */
  readonly notice?: string;
}

async function look(portal: TestPortal, cookie: string, path: string, form?: StandingForm): Promise<Shown> {
  const init = form && { method: "POST", body: form.body };
  const response = await portal.ask(encodeURI(form?.action ?? path), { ...init, headers: { Cookie: cookie } });
  const head = describeHead(response, { all: !isHtml(response) });
  if (!isHtml(response)) {
    const notice = response.headers
      .getSetCookie()
      .find((line) => /^notice=[^;]/.test(line))
      ?.split(";", 1)[0];
    return { isPage: false, lines: [...head, ...(await describeFile(response))], frame: [], forms: [], notice };
  }
  const html = (await response.text()).replace(/<script\b.*?<\/script>/gs, "");
  const document = parsePage(html, path);
  const main = document.querySelector("main");
  if (!main) {
    const lines = [...head, `title: ${document.title}`, ...describeMetas(document), ...outline(document.body)];
    return { isPage: false, lines: [...describeOtherHeaders(response), ...lines], frame: [], forms: [] };
  }
  const shown = outline(main);
  const forms = listStandingForms(main);
  main.replaceChildren(document.createElement("hr"));
  const around = [...describeOtherHeaders(response), ...outline(document.body)];
  const current = around.filter((line) => line.includes(CURRENT)).map((line) => `current: ${line.trim()}`);
  const name = (line: string) => nameOwnAddress(line, path);
  return {
    isPage: response.status === 200,
    lines: [...head, `title: ${document.title}`, ...describeMetas(document), ...new Set(current), ...shown.map(name)],
    frame: around.map((line) => name(line.replace(CURRENT, ""))),
    forms,
  };
}

const CURRENT = " [aria-current=page]";

/** What search engines and messengers read of a page. */
function describeMetas(document: Document): string[] {
  const metas = [...document.querySelectorAll("meta[name], meta[property], link[rel=canonical]")].map((meta) =>
    [...meta.attributes].map(({ value }) => value).join(" "),
  );
  return metas.filter((meta) => !/^(viewport|color-scheme|theme-color|format-detection|og:)/.test(meta));
}

/** Forms that lead back to the page name its address, and an order has its number at random until it is sent. */
function nameOwnAddress(line: string, path: string): string {
  const own = line.replace(`value=${path}]`, "value=‹this page›]");
  const form = `form POST ${path}`;
  const isOwn = own.trimStart().startsWith(form) && /^(:| \[|$)/.test(own.trimStart().slice(form.length));
  return (isOwn ? own.replace(form, "form POST ‹this page›") : own).replace(/^№ [0-9A-F]{8}(?= )/, "№ ‹at random›");
}

/** A text as it is, anything else by its size and the beginning of its digest. */
async function describeFile(response: Response): Promise<string[]> {
  const type = response.headers.get("Content-Type") ?? "";
  const content = Buffer.from(await response.arrayBuffer());
  if (content.length === 0) return [];
  if (isTextType(type)) return content.toString().split("\n");
  // A workbook has the moment at which it was written, to the second of the machine's clock.
  if (type.includes("spreadsheet")) return [`a workbook`];
  return [`${content.length} bytes, ${createHash("sha256").update(content).digest("hex").slice(0, 12)}`];
}

/** Those who see the same. */
interface Group {
  readonly names: string[];
  readonly lines: readonly string[];
  readonly shown: Shown;
  readonly cookie: string;
}

/** One address as every visitor sees it: those who see the same stand together, and others by what differs. */
async function describeAddress(path: string): Promise<string[]> {
  const groups = new Map<string, Group>();
  for (const [name, { cookie, frame, looksAt }] of visitors) {
    if (!looksAt.test(path)) continue;
    const shown = await look(portals.portal, cookie, path);
    const around = shown.frame.length > 0 ? describeDifferences(frame, shown.frame, "around ") : [];
    const lines = [...shown.lines, ...around];
    const group = groups.get(lines.join("\n"));
    if (group) group.names.push(name);
    else groups.set(lines.join("\n"), { names: [name], lines, shown, cookie });
  }
  const texts: string[] = [];
  let first: Group | undefined;
  for (const group of groups.values()) {
    const { names, lines, shown } = group;
    const differing = first && shown.isPage ? describeDifferences(first.lines, lines) : [];
    if (first && differing.length > 0 && differing.length < lines.length / 2) {
      texts.push(`=== ${path} for ${names.join(", ")}: as for ${first.names[0]}, but`, ...differing, "");
      continue;
    }
    texts.push(`=== ${path} for ${names.join(", ")}`, ...lines);
    if (shown.isPage) first ??= group;
    if (shown.isPage) texts.push(...(await describeVariations(path, group)));
    texts.push("");
  }
  return texts;
}

function describeDifferences(usual: readonly string[], lines: readonly string[], before = ""): string[] {
  const { gone, added } = listDifferences(usual, lines);
  return [...gone.map((line) => `${before}− ${line}`), ...added.map((line) => `${before}+ ${line}`)];
}

/** What a notice says on the next page. */
async function describeNotice(name: string, notice: string): Promise<string[]> {
  const { cookie = "", frame = [] } = visitors.get(name) ?? {};
  const shown = await look(portals.portal, [cookie, notice].filter(Boolean).join("; "), FRAMED);
  return listDifferences(frame, shown.frame).added.map((line) => `notice: ${line.trim()}`);
}

/** How the page is before other upstreams: of those with other rows, what is there and wasn't. */
async function describeVariations(
  path: string,
  { names: [name = ""], cookie, shown: usual }: Group,
): Promise<string[]> {
  const specified = await look(portals.specified, cookie, path);
  const differing = describeDifferences(usual.lines, specified.lines);
  const told = specified.isPage ? differing : specified.lines;
  const texts = differing.length > 0 ? ["--- without calls beyond the specification", ...told] : [];
  const tell = async (title: string, address: string, change: ChangeReply) => {
    upstream.change(change);
    const { lines } = await look(portals.portal, cookie, address);
    upstream.change(undefined);
    const { added } = listDifferences(usual.lines, lines);
    if (added.length > 0) texts.push(`--- ${title}`, ...added.map((line) => `+ ${line}`));
  };
  for (const form of usual.forms) {
    const { lines, notice } = await look(portals.portal, cookie, path, form);
    const { added } = listDifferences(usual.lines, lines);
    const told = notice ? await describeNotice(name, notice) : [];
    texts.push(
      `--- after «${form.button}» of the form as it stands`,
      ...[...added, ...told].map((line) => `+ ${line}`),
    );
  }
  await tell("with nothing in its lists", path, emptyLists);
  const isList = usual.lines.some((line) => line.trimStart().startsWith("| ") || line.includes("page="));
  if (isList && !path.includes("page=")) {
    await tell("on page 2 of many", `${path}${path.includes("?") ? "&" : "?"}page=2&added=2&spent=2`, longLists);
  }
  return texts;
}

describe("what surrounds the pages", () => {
  test("architecture: the layout", () => {
    const texts = [...visitors].flatMap(([name, { frame }]) => [`=== ${name}`, ...frame, ""]);
    expect(texts.join("\n")).toMatchSnapshot();
  });
});

describe("what every page shows", () => {
  test.each(routeIds)("architecture: %s", async (id) => {
    const texts: string[] = [];
    for (const address of listAddresses(id, portals.portal.build.routes[id]?.path))
      texts.push(...(await describeAddress(address)));
    expect(texts.join("\n")).toMatchSnapshot();
  });
});
