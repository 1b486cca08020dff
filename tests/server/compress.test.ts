import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressReplies } from "../../server/compress";
import { setDefaultHeaders } from "../../server/response-headers";
import { keepConnections } from "../setup/kept-connections";

const TAG = '"picture-1a2b3c.svg"';
const PICTURE = Buffer.from(`<svg>${"<g/>".repeat(1000)}</svg>`);

const app = express().disable("etag");
app.use(setDefaultHeaders({ secure: false, pagePolicy: true }), compressReplies());
app.get("/picture", (req, res) => {
  const isPart = req.headers.range !== undefined;
  const body = isPart ? PICTURE.subarray(0, 2000) : PICTURE;
  res
    .status(isPart ? 206 : 200)
    .set({ ETag: TAG, "Content-Type": "image/svg+xml" })
    .send(body);
});
app.get("/small", (_req, res) =>
  res.set({ ETag: TAG, "Content-Type": "image/svg+xml" }).send(PICTURE.subarray(0, 900)),
);

const server = keepConnections(createServer(app));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

/** The status, what is said of the body, and the body. */
async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, agent: false, method, path, headers }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const { "content-encoding": encoding, "content-length": length, etag } = answer.headers;
  return { status: answer.statusCode, encoding, length, etag, body };
}

const packed = { "Accept-Encoding": "gzip, br" };

test("architecture: a compressed file has another tag than the plain one, so that nobody puts parts of both together", async () => {
  const { body, ...compressed } = await ask("GET", "/picture", packed);
  expect(compressed).toEqual({ status: 200, encoding: "br", length: undefined, etag: `W/${TAG}` });
  expect(brotliDecompressSync(body)).toEqual(PICTURE);
  const plain = { status: 200, encoding: undefined, length: String(PICTURE.length), etag: TAG };
  expect(await ask("GET", "/picture")).toEqual({ ...plain, body: PICTURE });
});

test("architecture: a part of a file is sent as it stands in the file", async () => {
  expect(await ask("GET", "/picture", { ...packed, Range: "bytes=0-1999" })).toEqual({
    ...{ status: 206, encoding: undefined, length: "2000", etag: TAG },
    body: PICTURE.subarray(0, 2000),
  });
});

test("architecture: HEAD says of a reply what GET would, and no length where it would be compressed", async () => {
  const body = Buffer.alloc(0);
  expect(await ask("HEAD", "/picture", packed)).toMatchObject({
    status: 200,
    length: undefined,
    etag: `W/${TAG}`,
    body,
  });
  const plain = { status: 200, length: String(PICTURE.length), etag: TAG, body };
  expect(await ask("HEAD", "/picture")).toMatchObject(plain);
  // What is small is sent as it is.
  const small = { encoding: undefined, length: "900", etag: TAG };
  expect(await ask("HEAD", "/small", packed)).toMatchObject(small);
  expect(await ask("GET", "/small", packed)).toMatchObject(small);
});
