import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { endpoints } from "../../club/endpoints";
import { extensionCalls, overviewCalls, calls as specified } from "../../contract";
import type { CallDescriptor } from "../../contract/call";
import { ROOT } from "../architecture/sources";
import { type CallSite, findCallSites } from "./call-sites";
import { allCalls, extensions, overviews, section7 } from "./section-7";

const nameOf = ({ method, path }: Pick<CallDescriptor, "method" | "path">) => `${method} ${path}`;

const calls = [...specified, ...extensionCalls, ...overviewCalls];

let callSites: Map<CallDescriptor, CallSite[]>;

beforeAll(async () => {
  const files = readdirSync(path.join(ROOT, "contract")).filter((file) => file.endsWith(".ts"));
  const resources = files.map((file) => file.replace(/\.ts$/, ""));
  const modules = new Map<string, Record<string, unknown>>();
  for (const resource of resources) modules.set(resource, await import(`../../contract/${resource}.ts`));
  callSites = new Map(calls.map((call) => [call, []]));
  for (const site of findCallSites()) {
    const descriptor = modules.get(site.resource)?.[site.descriptor];
    callSites.get(descriptor as CallDescriptor)?.push(site);
  }
});

test("§7.1 the contract has every call once, and no other", () => {
  expect(specified.map(nameOf).sort()).toEqual([...section7].sort());
  expect(specified).toHaveLength(66);
  expect(specified.filter(({ extension }) => extension)).toEqual([]);
});

test("§7.1 the calls beyond the specification stand apart, and each is marked as one", () => {
  expect(extensionCalls.map(nameOf).sort()).toEqual([...extensions].sort());
  expect(overviewCalls.map(nameOf).sort()).toEqual([...overviews].sort());
  expect([...extensionCalls, ...overviewCalls].filter(({ extension }) => !extension)).toEqual([]);
});

test("§7.1 every call is served by the club, once", () => {
  expect(endpoints.map(({ descriptor }) => nameOf(descriptor)).sort()).toEqual([...allCalls, ...overviews].sort());
});

test("§7.1 every call is made by the portal, in a place that its screens reach", () => {
  const unmade = calls.filter((call) => (callSites.get(call) ?? []).length === 0).map(nameOf);
  expect(unmade).toEqual([]);
});
