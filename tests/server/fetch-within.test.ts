import { describe, expect, test } from "vitest";
import { fetchWithin } from "../../server/fetch-within";

const request = () => new Request("http://127.0.0.1/api/content/menu");

describe("fetchWithin", () => {
  test("§7.2 a club in the same process answers a call without the network", async () => {
    const fetch = fetchWithin(async ({ url }) => new Response(new URL(url).pathname));
    const response = await fetch(request(), { signal: new AbortController().signal });
    expect(await response.text()).toBe("/api/content/menu");
  });

  test("§2.5.3 a call that takes too long is given up, whatever becomes of it", async () => {
    const ending = new AbortController();
    const answer = fetchWithin(() => new Promise(() => undefined))(request(), { signal: ending.signal });
    ending.abort(new DOMException("too long", "TimeoutError"));
    await expect(answer).rejects.toMatchObject({ name: "TimeoutError" });
    const late = fetchWithin(async () => new Response())(request(), { signal: ending.signal });
    await expect(late).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("§8.9 a club that fails is an outage of the call", async () => {
    const fetch = fetchWithin(() => Promise.reject(new Error("the database is gone")));
    await expect(fetch(request(), { signal: new AbortController().signal })).rejects.toThrow("the database is gone");
  });
});
