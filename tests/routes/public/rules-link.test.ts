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
}, 120_000);
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

test("§2.1.7 without the document the entry leads to the start", async () => {
  const { browser } = await portal.logIn(phones.member);
  const withoutDocument = (json: unknown): unknown => {
    if (Array.isArray(json)) return json.filter((one) => one.code !== "retail-rules").map(withoutDocument);
    if (typeof json !== "object" || json === null) return json;
    return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutDocument(value)]));
  };
  portal.upstream.changeReplies((_path, json) => withoutDocument(json));
  // The content is cached for a minute, and served once more while it is renewed.
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + 61_000);
  await browser.open("/dashboard/profile");
  await vi.waitFor(async () => expect(new Set(await readRulesEntries(phones.member))).toEqual(new Set(["/"])));
});
