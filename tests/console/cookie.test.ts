import { afterEach, expect, test, vi } from "vitest";
import { parseConfiguration } from "../../app/lib/configuration.server";
import {
  clearToken,
  readBrowser,
  readFlow,
  readToken,
  writeBrowser,
  writeFlow,
  writeToken,
} from "../../console/lib/cookie.server";

const SECRET = "tests-tests-tests-tests-tests-tests-tests";

function callWith(cookie: string, { secrets = [SECRET], secureCookies = true } = {}) {
  const request = new Request("http://127.0.0.1:3100/", { headers: { Cookie: cookie } });
  return {
    request,
    context: { console: { secrets, secureCookies, fetchAsOperator: () => Promise.reject(new Error("no club")) } },
  };
}

test("architecture: the operator's token is sealed in a cookie that no script and no other site gets", () => {
  const header = writeToken(callWith(""), "the-token");
  expect(header).toMatch(/^__Host-operator=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(header).not.toContain("the-token");
  const cookie = header.split(";", 1)[0] ?? "";
  expect(readToken(callWith(cookie))).toBe("the-token");
  expect(readToken(callWith(cookie, { secrets: ["another-another-another-another", SECRET] }))).toBe("the-token");
  expect(readToken(callWith(cookie, { secrets: ["another-another-another-another"] }))).toBeUndefined();
  expect(readToken(callWith(`${cookie.slice(0, -4)}AAAA`))).toBeUndefined();
  expect(readToken(callWith(cookie, { secureCookies: false }))).toBeUndefined();
  expect(readToken(callWith("__Host-operator=x"))).toBeUndefined();
  expect(clearToken(callWith(""))).toContain("Max-Age=0");
});

afterEach(() => {
  vi.useRealTimers();
});

test("architecture: a cookie of the console is good for its time, whatever the browser keeps", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const HOUR = 60 * 60 * 1000;
  for (const [write, read, lasts] of [
    [writeToken, readToken, 12 * HOUR],
    [writeFlow, readFlow, HOUR / 6],
    [writeBrowser, readBrowser, 90 * 24 * HOUR],
  ] as const) {
    const cookie = write(callWith(""), "secret").split(";", 1)[0] ?? "";
    vi.setSystemTime(Date.now() + lasts - 1);
    expect(read(callWith(cookie))).toBe("secret");
    vi.setSystemTime(Date.now() + 1);
    expect(read(callWith(cookie)) ?? "").toBe("");
  }
});

test("architecture: the console leaves this machine only behind a proxy with https", () => {
  const parse = (values: Record<string, string>) => parseConfiguration({ SESSION_SECRETS: SECRET, ...values });
  expect(parse({})).toMatchObject({ operatorPort: undefined, operatorHost: "127.0.0.1" });
  expect(() => parse({ OPERATOR_HOST: "0.0.0.0" })).toThrow("OPERATOR_ORIGIN");
  expect(() => parse({ OPERATOR_ORIGIN: "http://operators.example.com" })).toThrow("must be https");
  const proxied = parse({ OPERATOR_HOST: "0.0.0.0", OPERATOR_ORIGIN: "https://operators.example.com" });
  expect(proxied.operatorOrigin).toBe("https://operators.example.com");
});
