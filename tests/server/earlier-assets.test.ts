import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepAssets, serveKeptAssets } from "../../server/earlier-assets";
import { setDefaultHeaders } from "../../server/response-headers";
import { refuseMissingFiles, serveStaticFiles } from "../../server/static-files";

let folder: string;
const kept = () => path.join(folder, "kept");

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assets-"));
  await build("spring", { "cart-a1.js": "first", "cart-a1.js.br": "br", "shared-b2.css": "same" });
  await build("summer", { "cart-c3.js": "second", "shared-b2.css": "same" });
});
afterAll(() => rm(folder, { recursive: true }));

async function build(name: string, assets: Record<string, string>) {
  await mkdir(path.join(folder, name, "assets"), { recursive: true });
  for (const [file, text] of Object.entries(assets)) await writeFile(path.join(folder, name, "assets", file), text);
}

const keep = (name: string, day: string) => keepAssets(path.join(folder, name, "assets"), kept(), new Date(day));

/** Of the last reply. */
let tag = "";
let length: string | null = null;

/** Asks a node with a build for a file. */
async function ask(name: string, url: string, headers: Record<string, string> = {}, method = "GET") {
  const app = express();
  app.use(setDefaultHeaders({ secure: false, pagePolicy: false }));
  app.use(serveStaticFiles(path.join(folder, name)), serveKeptAssets(kept()));
  app.use(refuseMissingFiles(() => false));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { "accept-encoding": "", ...headers },
  });
  const reply = { status: response.status, text: await response.text(), cache: response.headers.get("cache-control") };
  tag = response.headers.get("etag") ?? "";
  length = response.headers.get("content-length");
  await new Promise((done) => server.close(done));
  return reply;
}

test("architecture: two releases on one machine or folder serve each other's assets, forever cacheable", async () => {
  await keep("spring", "2026-05-01");
  await keep("summer", "2026-05-02");
  const forever = "public, max-age=31536000, immutable";
  expect(await ask("summer", "/assets/cart-a1.js")).toEqual({ status: 200, text: "first", cache: forever });
  expect(await ask("spring", "/assets/cart-c3.js")).toEqual({ status: 200, text: "second", cache: forever });
  expect(await ask("summer", "/assets/cart-c3.js")).toEqual({ status: 200, text: "second", cache: forever });
  expect(await readdir(kept())).toEqual(["cart-a1.js", "cart-a1.js.br", "cart-c3.js", "shared-b2.css"]);
});

test("architecture: a node whose old copies another one removes at the same time keeps its assets all the same", async () => {
  const names = Array.from({ length: 100 }, (_, n) => `page-${n}.js`);
  await build("returned", Object.fromEntries(names.map((name) => [name, "text"])));
  await build("running", { "page-new.js": "text" });
  const shared = path.join(folder, "shared");
  const start = (name: string, day: string) => keepAssets(path.join(folder, name, "assets"), shared, new Date(day));
  for (let round = 0; round < 3; round++) {
    await start("returned", "2026-05-01");
    for (const name of names) await utimes(path.join(shared, name), new Date("2026-05-01"), new Date("2026-05-01"));
    const day = "2026-07-01";
    const starts = [start("returned", day), start("running", day), start("running", day)];
    expect(await Promise.all(starts)).toEqual([[], [], []]);
  }
});

test("architecture: a name that was used before for other bytes is told, and the earlier file stays", async () => {
  await build("again", { "cart-a1.js": "other", "cart-a1.js.br": "other", "shared-b2.css": "same" });
  expect(await keep("again", "2026-05-01")).toEqual(["cart-a1.js"]);
  expect(await ask("again", "/assets/cart-a1.js")).toMatchObject({ text: "other" });
  expect(await ask("summer", "/assets/cart-a1.js")).toMatchObject({ text: "first" });
  // The same file that was compressed by another Node is no other file.
  await build("recompressed", { "cart-a1.js": "first", "cart-a1.js.br": "another br" });
  expect(await keep("recompressed", "2026-05-01")).toEqual([]);
  expect(await keep("spring", "2026-05-01")).toEqual([]);
});

test("architecture: a missing asset isn't kept by any cache, and no name leads out of the folder", async () => {
  const missing = { status: 404, text: "Not found\n", cache: "no-store" };
  expect(await ask("summer", "/assets/gone-d4.js")).toEqual(missing);
  for (const name of ["..%2fspring%2fassets%2fcart-a1.js", "%2e%2e/spring/assets/cart-a1.js", ""]) {
    expect((await ask("summer", `/assets/${name}`)).status).toBe(404);
  }
  await writeFile(path.join(folder, "secret.js"), "secret");
  expect((await ask("summer", "/assets/..%2fsecret.js")).text).not.toContain("secret");
});

test("architecture: an asset that no build has had for a month is removed; those of the running build stay", async () => {
  await keep("summer", "2026-05-31");
  expect(await readdir(kept())).toContain("cart-a1.js");
  await keep("summer", "2026-06-01");
  expect(await readdir(kept())).toEqual(["cart-c3.js", "shared-b2.css"]);
  await keep("summer", "2027-06-01");
  expect(await readdir(kept())).toEqual(["cart-c3.js", "shared-b2.css"]);
});

test("architecture: the assets of a build that was started again stay for a month from that start", async () => {
  const place = path.join(folder, "started-again");
  const start = (name: string, day: string) => keepAssets(path.join(folder, name, "assets"), place, new Date(day));
  await start("spring", "2026-05-01");
  await start("spring", "2026-06-10");
  await start("summer", "2026-07-09");
  expect(await readdir(place)).toContain("cart-a1.js");
  await start("summer", "2026-07-11");
  expect(await readdir(place)).toEqual(["cart-c3.js", "shared-b2.css"]);
});

test("architecture: a file that hasn't changed stays as cacheable as it was, and HEAD gets no part of one", async () => {
  await keep("spring", "2026-05-01");
  for (const name of ["spring", "summer"]) {
    const whole = await ask(name, "/assets/cart-a1.js");
    expect(whole).toMatchObject({ status: 200, cache: "public, max-age=31536000, immutable" });
    // `no-cache` here would replace what the browser knows of the file.
    expect(await ask(name, "/assets/cart-a1.js", { "if-none-match": tag })).toEqual({
      status: 304,
      text: "",
      cache: null,
    });
    expect(await ask(name, "/assets/cart-a1.js", { range: "bytes=0-1" })).toMatchObject({ status: 206, text: "fi" });
    expect(await ask(name, "/assets/cart-a1.js", { range: "bytes=0-1" }, "HEAD")).toMatchObject({ status: 200 });
    expect(length).toBe("5");
  }
});
