import { expect, test } from "vitest";
import { isPlaceholderAddress } from "../../contract/deployment";
import { createHeaders } from "../../contract/request";
import { formatRowRange, parseRowRange } from "../../contract/row-range";
import { toRussianDate, toShortDate } from "../../contract/russian-date";
import { isTaskRunning, reportStatuses } from "../../contract/values";

test("§7.2 a range of rows is asked for by its first and last one, and read as that many", () => {
  expect(formatRowRange({ first: 50, count: 25 })).toBe("rows=50-74");
  for (const range of [
    { first: 0, count: 1 },
    { first: 50, count: 25 },
    { first: 7, count: 1_000 },
  ]) {
    expect(parseRowRange(formatRowRange(range))).toEqual(range);
  }
  expect(parseRowRange("rows=0-1000")).toEqual({ first: 0, count: 1_000 });
  for (const other of [undefined, "", "bytes=0-9", "rows=9-8", "rows=1", "rows=-5", "rows=0-9,20-29"]) {
    expect(parseRowRange(other)).toBeNull();
  }
});

test("§9.1 a day is written as in Russia, long or short, and what is no day stays as it is", () => {
  expect([toRussianDate("2026-12-07"), toShortDate("2026-12-07")]).toEqual(["07.12.2026", "07.12.26"]);
  expect([toRussianDate("скоро"), toShortDate("2026-12-07T10:00")]).toEqual(["скоро", "2026-12-07T10:00"]);
});

test("§1.4 a task runs while it waits or is worked at, and has ended with any other status", () => {
  expect(reportStatuses.filter(isTaskRunning)).toEqual(["queued", "in_progress"]);
  expect(isTaskRunning("archived")).toBe(false);
});

test("architecture: addresses of examples are nobody's", () => {
  for (const address of ["a@example.com", "https://example.org/x", "https://www.example.net", "A@EXAMPLE.ORG"]) {
    expect([address, isPlaceholderAddress(address)]).toEqual([address, true]);
  }
  for (const address of ["a@example.ru", "https://myexample.com", "a@example.community", ""]) {
    expect([address, isPlaceholderAddress(address)]).toEqual([address, false]);
  }
});

test("§7.2 a request says for whom it is made, by which browser and from where", () => {
  const upstream = { origin: "https://club.example.com", clientId: "portal", clientSecret: "secret" };
  const caller = { token: "t-1", requestId: "r-1", address: "203.0.113.7", userAgent: "Firefox/150" };
  const headers = createHeaders(upstream, caller);
  expect(
    ["Access-Token", "X-Request-Id", "X-Forwarded-For", "User-Agent", "Authorization"].map((name) => headers.get(name)),
  ).toEqual(["t-1", "r-1", "203.0.113.7", "Firefox/150", `Basic ${Buffer.from("portal:secret").toString("base64")}`]);
  expect([...createHeaders(upstream, {}).keys()].sort()).toEqual(["accept", "authorization"]);
});
