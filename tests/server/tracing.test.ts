import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { log } from "../../app/lib/log.server";
import { clearDeliveredJob } from "../../club/platform/outbox/jobs";
import { inSpan, setTracing } from "../../contract/tracing";
import { fetchWithin } from "../../server/fetch-within";
import { type OpenTracing, openTracing } from "../../server/tracing";
import { DEMO_PASSWORD, openTestClub, type TestClub } from "../setup/club";
import { openTestPortal, type TestPortal } from "../setup/portal";
import { startPortalServer } from "../setup/portal-server";
import { openTraceReceiver, type ReceivedSpan, type TraceReceiver } from "../setup/trace-receiver";

let receiver: TraceReceiver;
let open: OpenTracing;
let club: TestClub;
let portal: TestPortal;
/** The club over the network, as another process or a brand's own API is, and in the same process. */
let apart: Awaited<ReturnType<typeof startPortalServer>>;
let together: Awaited<ReturnType<typeof startPortalServer>>;
const logs: string[] = [];

const LOGIN = "79000000003";

beforeAll(async () => {
  vi.stubEnv("LOG_LEVEL", "error");
  receiver = await openTraceReceiver();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.origin);
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "10");
  open = await openTracing({ roles: new Set(["web", "club", "jobs"]), log: () => ({ warn: () => undefined }) });
  setTracing(open.tracing);
  club = await openTestClub({ seed: true });
  portal = await openTestPortal(club, { extensions: true });
  apart = await startPortalServer(portal, logs);
  const { fetch: answer, answerRead } = club.club;
  together = await startPortalServer(portal, logs, { fetchUpstream: fetchWithin(answer), answerRead });
});
afterAll(async () => {
  await apart.close();
  await together.close();
  await portal.close();
  await club.close();
  setTracing(undefined);
  await open.close();
  await receiver.close();
  vi.unstubAllEnvs();
});

/** Requests an address and returns the spans of its trace, with the request's own as the first. */
async function trace(origin: string, path: string, init: RequestInit = {}): Promise<ReceivedSpan[]> {
  const known = new Set(receiver.spans);
  const response = await fetch(origin + path, { redirect: "manual", ...init });
  await response.arrayBuffer();
  const id = response.headers.get("x-request-id");
  const findPage = () =>
    receiver.spans.find((span) => !known.has(span) && span.facts["page.source"] !== "" && isOf(span, id));
  // A request's own span ends last.
  await expect.poll(findPage).toBeDefined();
  const page = findPage() as ReceivedSpan;
  return [page, ...receiver.spans.filter((span) => span.traceId === page.traceId && span !== page)];
}

const isOf = ({ facts, name }: ReceivedSpan, requestId: string | null) =>
  facts["request.id"] === requestId && !name.includes("/api/");
const isStatement = ({ facts }: ReceivedSpan) => facts["db.system.name"] === "postgresql";

/** The names of a span and of those above it. */
function pathOf(spans: readonly ReceivedSpan[], span: ReceivedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(spans, parent) : []), span.name];
}

test.each([
  ["over the network", () => apart.origin],
  ["within a process", () => together.origin],
])("architecture: a page and the club's part in it are one trace %s", async (_way, origin) => {
  const cookie = await portal.logIn(LOGIN);
  const spans = await trace(origin(), "/dashboard/points/?secret-query=1", { headers: { Cookie: cookie } });
  const [page, ...rest] = spans;
  expect(page).toMatchObject({ name: "GET /dashboard/points", parentSpanId: undefined, service: "loyalty-club" });
  expect(page?.facts).toMatchObject({ "http.route": "/dashboard/points", "http.response.status_code": 200 });
  const statements = rest.filter(isStatement);
  expect(statements.length).toBeGreaterThan(1);
  for (const statement of statements) {
    expect(pathOf(spans, statement)).toEqual([
      "GET /dashboard/points",
      expect.stringMatching(/^GET \w/),
      expect.stringMatching(/^GET \/api\//),
      "select",
    ]);
  }
  const points = rest.find(({ name }) => name === "GET /api/user/points");
  expect(points?.facts).toMatchObject({ "http.route": "/api/user/points", "http.response.status_code": 200 });
  expect(points?.facts["request.id"]).toBe(page?.facts["request.id"]);
});

test("architecture: no span has a value of a form, an address, a cookie or a statement", async () => {
  const token = await club.logIn(LOGIN);
  const form = new URLSearchParams({ login: LOGIN, password: DEMO_PASSWORD });
  const headers = { Origin: apart.origin, Cookie: "visitor=secret-cookie", "User-Agent": "secret-agent" };
  const spans = await trace(apart.origin, "/login?from=%2Fsecret-query", { method: "POST", headers, body: form });
  expect(spans.filter(isStatement).length).toBeGreaterThan(2);
  const sent = receiver.sent();
  for (const secret of [LOGIN, LOGIN.slice(1), DEMO_PASSWORD, token, "secret-", "127.0.0.1", "Участник"])
    expect(sent).not.toContain(secret);
  expect(sent).toContain("$1");
});

test("architecture: a visitor can't put a request into a trace", async () => {
  const traceparent = `00-${"ab".repeat(16)}-${"cd".repeat(8)}-01`;
  const [page] = await trace(apart.origin, "/q&a/", { headers: { traceparent } });
  expect(page?.traceId).not.toBe("ab".repeat(16));
  expect(page?.parentSpanId).toBeUndefined();
  // Now that the page is kept, it's answered at the door.
  const [kept] = await trace(apart.origin, "/q&a/", { headers: { traceparent } });
  expect(kept?.facts["page.source"]).toBe("stored");
  expect(kept?.traceId).not.toBe("ab".repeat(16));
});

test("architecture: a run of a job is a trace that refers to what has queued it", async () => {
  await inSpan({ name: "test", kind: "internal" }, () => club.club.services.jobs.send(clearDeliveredJob, {}));
  const name = `job ${clearDeliveredJob.queue}`;
  await expect.poll(() => receiver.spans.some((span) => span.name === name)).toBe(true);
  const run = receiver.spans.find((span) => span.name === name);
  const cause = receiver.spans.find((span) => span.name === "test");
  expect(run?.parentSpanId).toBeUndefined();
  expect(run?.traceId).not.toBe(cause?.traceId);
  expect(run?.links).toEqual([cause?.traceId]);
  expect(receiver.spans.some((span) => isStatement(span) && span.parentSpanId === run?.spanId)).toBe(true);
});

test("architecture: a line of the log says of which trace it is", async () => {
  const { level } = log();
  // Other tests of this process may have silenced it.
  log().level = "error";
  const lines = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await inSpan({ name: "logging", kind: "internal" }, async () => log().error({}, "as it were"));
  const written = lines.mock.calls.map(([line]) => String(line));
  lines.mockRestore();
  log().level = level;
  await expect.poll(() => receiver.spans.some(({ name }) => name === "logging")).toBe(true);
  const { traceId, spanId } = receiver.spans.find(({ name }) => name === "logging") as ReceivedSpan;
  const line = written.find((text) => text.includes("as it were")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, span_id: spanId });
});

test("architecture: statements that nobody has asked for leave no span", async () => {
  await club.club.services.db.selectFrom("users").select("id").limit(1).execute();
  await trace(apart.origin, "/login");
  for (const span of receiver.spans.filter(isStatement)) expect(span.parentSpanId).toBeDefined();
});

test("architecture: a statement that fails says by its code how", async () => {
  const failing = inSpan({ name: "failing", kind: "internal" }, () =>
    club.club.services.db
      .selectFrom("users")
      .select((eb) => eb.cast<number>(eb.val("secret-value"), "integer").as("number"))
      .execute(),
  );
  await expect(failing).rejects.toThrow();
  await expect.poll(() => receiver.spans.find(({ name }) => name === "failing")).toMatchObject({ failed: true });
  const statement = receiver.spans.find((span) => isStatement(span) && span.failed);
  expect(statement?.facts).toMatchObject({ "db.response.status_code": "22P02", "error.type": "22P02" });
  expect(receiver.sent()).not.toContain("secret-value");
});
