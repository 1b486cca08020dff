import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openTracing } from "../../server/tracing";
import { findFreePort } from "../setup/free-port";
import { openTraceReceiver, type TraceReceiver } from "../setup/trace-receiver";

/** How long the exporter waits for an answer: longer than a test may last. */
const EXPORTER_MS = 300_000;

const receivers: TraceReceiver[] = [];
afterAll(() => Promise.all(receivers.map(({ close }) => close())));
afterEach(() => void vi.unstubAllEnvs());

/** Opens tracing that sends to an address at once, and keeps the warnings of its log. */
async function sendTo(origin: string) {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", origin);
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", String(EXPORTER_MS));
  vi.stubEnv("OTEL_BSP_SCHEDULE_DELAY", "1");
  const warnings: object[] = [];
  const warn = (fields: object) => void warnings.push(fields);
  const { tracing, close } = await openTracing({ roles: new Set(["web"]), log: () => ({ warn }) as never });
  return { warnings, close, record: () => tracing.begin({ name: "GET /", kind: "server" }).end() };
}

test("architecture: a receiver that refuses is told of once, and again after it has worked", async () => {
  let isWell = false;
  const receiver = await openTraceReceiver((res) => res.writeHead(isWell ? 200 : 400).end("{}"));
  receivers.push(receiver);
  const { record, warnings, close } = await sendTo(receiver.origin);
  const countSent = () => receiver.sent().split("\n").filter(Boolean).length;
  const sendOne = async () => {
    const before = countSent();
    record();
    await expect.poll(countSent).toBe(before + 1);
  };
  await sendOne();
  await sendOne();
  await sendOne();
  expect(warnings).toHaveLength(1);
  isWell = true;
  await sendOne();
  await sendOne();
  isWell = false;
  await sendOne();
  await close();
  expect(warnings).toHaveLength(2);
});

test.each([
  [
    "hangs",
    async () => (receivers[receivers.push(await openTraceReceiver(() => undefined)) - 1] as TraceReceiver).origin,
  ],
  ["is down", async () => `http://127.0.0.1:${await findFreePort()}`],
])("architecture: the end doesn't wait for a receiver that %s", async (_what, openOrigin) => {
  const { record, close } = await sendTo(await openOrigin());
  record();
  // Without its limit the end would wait for the exporter, longer than a test may last.
  await close();
});
