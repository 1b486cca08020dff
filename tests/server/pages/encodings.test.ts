import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createBodies } from "../../../server/pages/encodings";

const PAGE = Buffer.from(`<!doctype html><p>${"Клуб ".repeat(500)}</p>`);

test("architecture: each encoding of a page is what it is called, and a smaller one replaces the quick one", async () => {
  const bodies = createBodies(PAGE, true);
  expect(bodies.find("br")).toBeUndefined();
  const [gzip, brotli, plain] = await Promise.all([bodies.make("gzip"), bodies.make("br"), bodies.make("identity")]);
  expect(gunzipSync(gzip)).toEqual(PAGE);
  expect(brotliDecompressSync(brotli)).toEqual(PAGE);
  expect(plain).toBe(PAGE);
  expect([bodies.find("gzip"), bodies.find("identity")]).toEqual([gzip, PAGE]);
  await expect.poll(() => bodies.find("br")).not.toBe(brotli);
  const smallest = await bodies.make("br");
  expect(brotliDecompressSync(smallest)).toEqual(PAGE);
  expect(smallest.length).toBeLessThanOrEqual(brotli.length);
});
