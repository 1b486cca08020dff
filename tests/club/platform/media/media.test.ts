import { afterAll, beforeAll, expect, it } from "vitest";
import { storePicture } from "../../../../club/platform/media/store-file";
import { openTestClub, type TestClub } from "../../../setup/club";

let club: TestClub;

beforeAll(async () => {
  club = await openTestClub({ work: false });
});
afterAll(() => club.close());

it("architecture: a stored picture is served with its type, may be cached for ever, and can't be taken for anything else", async () => {
  const prize = await club.db.selectFrom("prizes").select("image_url").limit(1).executeTakeFirstOrThrow();
  const response = await fetch(new URL(prize.image_url, club.origin));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await response.text()).toMatch(/^<svg /);
  const again = await fetch(new URL(prize.image_url, club.origin), {
    headers: { "if-none-match": response.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});

it("architecture: a part of a file is served by its range (RFC 9110), if the file is still the one that was begun", async () => {
  const { file_name } = await club.db.selectFrom("rules_documents").select("file_name").executeTakeFirstOrThrow();
  const ask = (headers: Record<string, string>, method = "GET") =>
    fetch(`${club.origin}/media/${file_name}`, { method, headers: { ...headers, "Accept-Encoding": "identity" } });
  const whole = await ask({});
  const file = Buffer.from(await whole.arrayBuffer());
  const size = file.length;
  const tag = whole.headers.get("ETag") ?? "";
  expect(whole.headers.get("Accept-Ranges")).toBe("bytes");
  const head = await ask({}, "HEAD");
  expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([200, String(size), ""]);

  for (const [range, first, last] of [
    ["bytes=0-99", 0, 99],
    ["bytes=100-", 100, size - 1],
    ["bytes=-10", size - 10, size - 1],
    [`bytes=5-${size + 1_000}`, 5, size - 1],
    [`bytes=-${size + 1}`, 0, size - 1],
  ] as const) {
    for (const further of [{}, { "If-Range": tag }] as Record<string, string>[]) {
      const part = await ask({ Range: range, ...further });
      expect([range, part.status, part.headers.get("Content-Range")]).toEqual([
        range,
        206,
        `bytes ${first}-${last}/${size}`,
      ]);
      expect(part.headers.get("Content-Length")).toBe(String(last + 1 - first));
      expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(first, last + 1))).toBe(true);
    }
  }
  for (const range of ["bytes=5-4", "bytes=0-1,4-5", "lines=1-2", "bytes=-", "bytes=a-b"]) {
    expect([range, (await ask({ Range: range })).status]).toEqual([range, 200]);
  }
  for (const other of ['"another"', `W/${tag}`]) {
    expect([other, (await ask({ Range: "bytes=0-9", "If-Range": other })).status]).toEqual([other, 200]);
  }
  const headOfPart = await ask({ Range: "bytes=0-9" }, "HEAD");
  expect([headOfPart.status, headOfPart.headers.get("Content-Length")]).toEqual([200, String(size)]);
  for (const range of [`bytes=${size}-`, "bytes=-0"]) {
    const none = await ask({ Range: range });
    expect([none.status, none.headers.get("Content-Range")]).toEqual([416, `bytes */${size}`]);
    expect(none.headers.get("Cache-Control")).toBe("no-store");
  }
  expect((await ask({ "If-None-Match": tag, Range: "bytes=0-9" })).status).toBe(304);
});

it("§6.4 a picture that is stored for everybody keeps nothing of where and by whom it was taken", async () => {
  const secret = "55.7558N 37.6173E";
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), Buffer.from(secret)]);
  const [begin, scan, end] = [
    [0xff, 0xd8],
    [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3],
    [0xff, 0xd9],
  ].map((bytes) => Buffer.from(bytes)) as [Buffer, Buffer, Buffer];
  const content = Buffer.concat([begin, comment, scan, end]);
  const address = await storePicture(club.db, { name: "photo.png", contentType: "image/png", content });
  const response = await fetch(club.origin + address);
  expect([response.headers.get("content-type"), address]).toEqual(["image/jpeg", expect.stringMatching(/\.jpg$/)]);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.concat([begin, scan, end]));
});

it("§2.1.8 the rules of every role are served as a PDF", async () => {
  const documents = await club.db.selectFrom("rules_documents").select(["file_name"]).execute();
  expect(documents).toHaveLength(5);
  for (const { file_name } of documents) {
    const response = await fetch(`${club.origin}/media/${file_name}`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  }
});

it.each(["nothing.svg", "..%2Fclub-data-key", "%00", "a%2Fb.svg"])(
  "architecture: /media/%s is a 404 that may not be cached",
  async (name) => {
    const response = await fetch(`${club.origin}/media/${name}`);
    expect(response.status).toBe(404);
    expect(response.headers.get("cache-control")).toBe("no-store");
  },
);

it("architecture: a connection stays open for a minute, so that none is closed just when a portal uses it again", async () => {
  const response = await fetch(`${club.origin}/api/openapi.json`);
  await response.arrayBuffer();
  expect(response.headers.get("keep-alive")).toBe("timeout=65");
});
