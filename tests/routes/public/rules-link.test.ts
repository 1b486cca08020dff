import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { rules } from "../../../contract/content";
import { phones } from "../../setup/demo";
import { openRecordedPortal, type RecordedPortal } from "../../setup/recorded-portal";

let portal: RecordedPortal;
/** The file of each document, by its code. */
let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  portal = await openRecordedPortal();
  const { items } = await portal.club.ask(rules, {});
  files = new Map(items.map(({ code, link }) => [code, link]));
});
afterAll(() => {
  vi.restoreAllMocks();
  return portal?.close();
});

/** Where the entry «Правила» of each menu of the page leads. */
async function readRulesEntries(phone: string): Promise<(string | null)[]> {
  const { browser } = await portal.logIn(phone);
  const { document } = await browser.open("/dashboard/profile");
  const entries = [...document.querySelectorAll("nav a")].filter(
    ({ textContent }) => textContent?.trim() === "Правила",
  );
  return entries.map((entry) => entry.getAttribute("href"));
}

test.each([
  ["curator", phones.curator, "curator-rules"],
  ["manager", phones.manager, "sales-rules"],
  ["member", phones.member, "retail-rules"],
  ["system curator", phones.systemCurator, "head-of-ctr-rules"],
  ["system manager", phones.systemManager, "manager-ctr-rules"],
])("§2.1.7 the rules entry of a %s is the own document", async (_role, phone, code) => {
  const link = files.get(code);
  expect(link).toMatch(/\.pdf$/);
  expect(new Set(await readRulesEntries(phone))).toEqual(new Set([link]));
  expect([...files.values()].filter((other) => other === link)).toHaveLength(1);
});

test("§2.1.7 §2.2.5 a tadam has no rules entry", async () => {
  expect(await readRulesEntries(phones.tadam)).toEqual([]);
});

const now = performance.now.bind(performance);
let passedMs = 0;

/** Changes the documents of the replies of these calls. Content is cached for a minute, and served once more while it is renewed. */
async function changeDocuments(paths: readonly string[], change: (document: RulesEntry) => RulesEntry | undefined) {
  const changeAll = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.flatMap((one) => changeAll(one) ?? []);
    if (typeof json !== "object" || json === null) return json;
    if ("code" in json) return change(json as RulesEntry);
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, changeAll(value)]));
  };
  portal.upstream.changeReplies((path, json) => (paths.includes(path) ? changeAll(json) : undefined));
  passedMs += 61_000;
  vi.spyOn(performance, "now").mockImplementation(() => now() + passedMs);
  const { browser } = await portal.logIn(phones.member);
  await browser.open("/dashboard/profile");
}

interface RulesEntry {
  code: string;
  link: string;
}

const [RULES, LINKS] = ["content/rules", "user/file/links/by-roles/"];

test.each([
  ["without a link", (document: RulesEntry) => ({ ...document, link: "" })],
  ["not at all", () => undefined],
])("§2.1.7 the file is found among the links by role when the rules have it %s", async (_, change) => {
  await changeDocuments([RULES], change);
  const link = files.get("retail-rules");
  await vi.waitFor(async () => expect(new Set(await readRulesEntries(phones.member))).toEqual(new Set([link])), 60_000);
  const { browser } = await portal.logIn(phones.newMember);
  const { document } = await browser.open("/agreement");
  expect(document.querySelector("main a[href$='.pdf']")?.getAttribute("href")).toBe(link);
});

test("§2.1.7 without the document in either call the entry leads to the start", async () => {
  await changeDocuments([RULES, LINKS], (document) => (document.code === "retail-rules" ? undefined : document));
  await vi.waitFor(async () => expect(new Set(await readRulesEntries(phones.member))).toEqual(new Set(["/"])), 60_000);
});
