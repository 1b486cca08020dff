import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../../e2e/setup/server";
import { type CreatedDatabase, createEmptyDatabase } from "../setup/database";
import { findFreePort } from "../setup/free-port";
import { openTraceReceiver, type TraceReceiver } from "../setup/trace-receiver";

let database: CreatedDatabase;
let folder: string;
const receivers: TraceReceiver[] = [];

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "club-tracing-"));
});
afterAll(async () => {
  await Promise.all(receivers.map(({ close }) => close()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the built server, reads a page and stops it: how it ended, and which packages it had loaded. */
async function run(env: Record<string, string>): Promise<{ code: number; packages: string[] }> {
  const file = path.join(folder, "modules.json");
  const server = await startServer(folder, {
    DATABASE_URL: database.connectionString,
    NODE_OPTIONS: `--require ${path.resolve("tests/setup/list-modules.cjs")}`,
    MODULES_FILE: file,
    ...env,
  });
  expect((await fetch(`${server.origin}/login`)).status).toBe(200);
  await server.stop();
  return JSON.parse(await readFile(file, "utf8"));
}

/** The library of the metrics brings the interface along, which alone does nothing. */
const OF_METRICS = ["api"];

test("architecture: without a receiver nothing of OpenTelemetry is loaded", async () => {
  expect(await run({})).toEqual({ code: 0, packages: OF_METRICS });
  const receiver = await openTraceReceiver();
  receivers.push(receiver);
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin, OTEL_SDK_DISABLED: "true" })).toEqual({
    code: 0,
    packages: OF_METRICS,
  });
  const { code, packages } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin });
  expect(code).toBe(0);
  expect(packages).toContain("sdk-trace-base");
  // The last spans are sent at the stop. Page, call and statements come from different bundles.
  const page = receiver.spans.find(({ name }) => name === "GET /login");
  const names = receiver.spans.filter(({ traceId }) => traceId === page?.traceId).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["GET /login", "GET /api/content/menu", "select"]));
});

test("architecture: a receiver that is down or hangs keeps neither a page nor the stop", async () => {
  const hanging = await openTraceReceiver(() => undefined);
  receivers.push(hanging);
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: hanging.origin })).toMatchObject({ code: 0 });
  expect(hanging.sent()).toContain("GET /login");
  const nowhere = `http://127.0.0.1:${await findFreePort()}`;
  expect(await run({ OTEL_EXPORTER_OTLP_ENDPOINT: nowhere })).toMatchObject({ code: 0 });
});
