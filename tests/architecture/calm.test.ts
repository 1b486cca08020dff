import ts from "typescript";
import { expect, test } from "vitest";
import { type Finding, findMeasuredTimes, findModuleMocks, findShortDeadlines, findSleeps } from "./calm-rules";
import { listSources, parseSource } from "./sources";

/** Programs of their own, which are started by hand, and whose subject is what takes long. `bench` stands elsewhere, too. */
const PROGRAMS = /^(?:tests\/(?:nodes|simulation|package)|e2e\/tools)\//;

const CONFIGURATIONS = ["playwright.browsers.config.ts", "playwright.config.ts", "vitest.config.ts"];

/** Where a time is the subject: the file, the function or test in it, and why. */
type Permitted = Readonly<Record<string, string>>;

const SLEEPS: Permitted = {
  "e2e/browsers/page-side.ts hasHadTurn": "a turn of the page, however long it takes",
  "e2e/browsers/protocol-socket.ts send": "the deadline of an answer, which nothing waits for",
  "e2e/late-js.e2e.ts **/assets/*.js": "a slow connection: scripts arrive while the visitor is at work",
  "e2e/live-fields.e2e.ts §4.17 §5.1 neither the selection of one's own number nor a mask that arrives late takes the focus from the next field @js":
    "a turn of the page, in which the field would select its number",
  "e2e/script-faults.e2e.ts architecture: a page that is left while a script is still on its way isn't taken for a faulty one @js":
    "the page is left after the test has its answer from it",
  "e2e/setup/server.ts stop": "the deadline of a stop, which nothing waits for",
  "e2e/weight.e2e.ts waitForLoader": "turns of the page, in which its loader decides",
  "tests/contract/generated-client/generated-client.test.ts wait":
    "the pause of a poll, whose loop stands in journey.ts",
  "tests/faults/faulty-upstream.ts sendFault": "an upstream that breaks off a moment after its reply has begun",
  "tests/performance/page-cost.ts fetchUpstream":
    "an upstream that answers calls of one step together; the test tries longer pauses before it fails",
  "tests/server/lifecycle.test.ts architecture: short blocks, and the sleep of the whole process, end nothing":
    "the process has to sleep for longer than the watchdog waits",
  "tests/setup/guardian.mjs cleanUp": "a program of its own: it asks PostgreSQL to end, and ends it after a while",
  "tests/ui/draft.test.tsx loader": "a slow server: the next page is still on its way when the form is over",
};

const MEASURED: Permitted = {
  "e2e/public.e2e.ts §4.14 the cookie consent lasts 100 days @js":
    "a browser tells when a cookie ends, and not how long it lasts; the limits are hours apart",
};

type Rule = readonly [what: string, find: (source: ts.SourceFile) => Finding[], permitted: Permitted];
const RULES: readonly Rule[] = [
  ["waits for a state, not for a time", findSleeps, SLEEPS],
  ["gives what it waits for at least thirty seconds", findShortDeadlines, {}],
  ["expects nothing of a measured time", findMeasuredTimes, MEASURED],
  ["leaves modules as they are", findModuleMocks, {}],
];

const sources = [
  ...["tests", "e2e"].flatMap((folder) => listSources(folder)).filter((file) => !PROGRAMS.test(file)),
  ...CONFIGURATIONS,
].map((file) => parseSource(file));

/** What each rule finds in a line, and what it leaves alone. */
const SAMPLES: readonly [Rule[1], bad: readonly string[], good: readonly string[]][] = [
  [
    findSleeps,
    [
      "await new Promise((resolve) => setTimeout(resolve, 50));",
      'import { setTimeout as rest } from "node:timers/promises"; await rest(5);',
      'import timers from "timers/promises"; await timers.setTimeout(5);',
      "await page.waitForTimeout(100);",
      'await page.waitForLoadState("networkidle");',
      "for (let look = 0; look < 100; look++) { if (await found()) return; await new Promise((done) => setTimeout(done, 50)); }",
      "for (const one of all) await new Promise((done) => setTimeout(done, 50));",
      "while (true) await new Promise((done) => setTimeout(done, 50));",
    ],
    [
      "while (!(await found())) await new Promise((done) => setTimeout(done, 50));",
      "async function wait() { for (;;) { if (await found()) return; await new Promise((done) => setTimeout(done, 50)); } }",
      "test.setTimeout(5);",
    ],
  ],
  [
    findShortDeadlines,
    [
      "await expect(row).toBeVisible({ timeout: 5_000 });",
      "const WAIT = 10 * 1000; await expect.poll(look, { timeout: WAIT }).toBe(1);",
      "await expect(async () => undefined).toPass({ timeout: 1000 });",
      "await vi.waitFor(look);",
      "await vi.waitFor(look, 500);",
      "const deadline = Date.now() + 20_000;",
      "await fetch(address, { signal: AbortSignal.timeout(3_000) });",
    ],
    [
      "await expect(async () => { await expect(row).toBeVisible({ timeout: 1000 }); }).toPass();",
      "await vi.waitFor(look, { timeout: 30_000 });",
      "const deadline = Date.now() + 60_000;",
    ],
  ],
  [
    findMeasuredTimes,
    [
      "expect(Date.now() - began).toBeLessThan(5);",
      "const began = performance.now(); await work(); expect(performance.now() - began).toBeLessThan(5);",
      "const began = performance.now(); const took = performance.now() - began; expect(5).toBeGreaterThan(took);",
      "let silence = 0; watch(() => { silence = Math.max(silence, performance.now()); }); expect(silence).toBeLessThan(5);",
    ],
    ["const later = new Date(Date.now() + 60_000); expect(row.day).toEqual(later);"],
  ],
  [findModuleMocks, ['vi.mock("./clock");', 'vi.doMock("./clock", () => ({}));'], ['vi.spyOn(clock, "now");']],
];

test.each(SAMPLES)("architecture: %o finds what isn't calm, and nothing else", (find, bad, good) => {
  const look = (text: string) => find(ts.createSourceFile("sample.ts", text, ts.ScriptTarget.Latest, true)).length > 0;
  expect(bad.filter((text) => !look(text))).toEqual([]);
  expect(good.filter(look)).toEqual([]);
});

test.each(RULES)("architecture: a test %s", (_what, find, permitted) => {
  const unused = new Set(Object.keys(permitted));
  const findings: string[] = [];
  for (const source of sources) {
    for (const { place, line, what } of find(source)) {
      const name = [source.fileName, place].filter(Boolean).join(" ");
      if (permitted[name]) unused.delete(name);
      else findings.push(`${source.fileName}:${line} (${place}) ${what}`);
    }
  }
  expect(findings).toEqual([]);
  // A reason whose place is gone goes, too.
  expect([...unused]).toEqual([]);
});
