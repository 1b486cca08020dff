import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { LIGHT_COOKIE } from "../../app/document/cache";
import { offlinePage, REMOVED_SERVICE_WORKER, SERVICE_WORKER } from "../../app/document/service-worker.server";
import { loader } from "../../app/routes/sw[.]js";

const ask = async (headers: Record<string, string> = {}) => {
  const request = new Request("http://127.0.0.1:3000/sw.js", { headers });
  return loader({ request, params: {}, context: {} });
};

/** Runs a worker, and returns its listeners. */
function start(worker: string): Record<string, (event: object) => void> {
  const listeners: Record<string, (event: object) => void> = {};
  runInNewContext(worker, {
    URL,
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener;
    },
  });
  return listeners;
}

describe("the service worker of the offline page", () => {
  it("architecture: it is 2 KB at most and is asked for again each time", async () => {
    const response = await ask();
    expect(response.headers.get("Content-Type")).toContain("text/javascript");
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    const text = await response.text();
    expect(text).toBe(SERVICE_WORKER);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048);
  });

  it("architecture: the light version gets one that removes itself", async () => {
    const response = await ask({ Cookie: `${LIGHT_COOKIE}=1` });
    expect(await response.text()).toBe(REMOVED_SERVICE_WORKER);
    expect(Object.keys(start(REMOVED_SERVICE_WORKER))).toEqual(["install", "activate"]);
  });

  it("architecture: only pages that are opened pass through it; forms, files and data don't", () => {
    const { fetch } = start(SERVICE_WORKER);
    const answered = (request: object) => {
      let isAnswered = false;
      fetch?.({
        request: { url: "http://127.0.0.1/x", ...request },
        respondWith: (reply: Promise<unknown>) => {
          reply.catch(() => undefined);
          isAnswered = true;
        },
      });
      return isAnswered;
    };
    expect(answered({ method: "GET", mode: "navigate" })).toBe(true);
    expect(answered({ method: "POST", mode: "navigate" })).toBe(false);
    expect(answered({ method: "GET", mode: "cors" })).toBe(false);
    expect(answered({ method: "GET", mode: "no-cors" })).toBe(false);
  });

  it("architecture: the offline page needs no other file", () => {
    expect(offlinePage).not.toMatch(/(?:src|href)="[^"]/);
    expect(offlinePage).not.toContain("<script");
    expect(offlinePage).toContain("<!--balance-->");
  });
});
