import { afterAll, beforeAll, expect, it } from "vitest";
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
