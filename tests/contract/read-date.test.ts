import { describe, expect, test } from "vitest";
import { viewPromotion } from "../../app/features/promotions/promotion-view.server";
import { formatDate, formatMoment } from "../../app/lib/dates.server";
import { listPromotions } from "../../contract/promotions";
import { readDate } from "../../contract/read-date";
import { readReply } from "../../contract/reply";
import { wireDate } from "../../contract/reply-fields";

const php = (date: string, timezone = "Europe/Moscow", timezone_type = 3) => ({ date, timezone_type, timezone });

describe("a date is read as what its writer means", () => {
  test.each([
    ["a day of PHP", php("2026-12-17 00:00:00.000000"), "2026-12-17"],
    ["a day of another zone", php("2026-12-17 00:00:00.000000", "Asia/Vladivostok"), "2026-12-17"],
    ["a moment of PHP", php("2026-12-17 10:30:00.000000"), "2026-12-17T10:30:00+03:00"],
    ["a moment in summer time", php("2026-07-01 10:30:00.000000", "Europe/Berlin"), "2026-07-01T10:30:00+02:00"],
    ["a moment of an offset", php("2026-12-17 10:30:00.000000", "+05:00", 1), "2026-12-17T10:30:00+05:00"],
    ["a moment of an abbreviation", php("2026-12-17 10:30:00.000000", "MSK", 2), "2026-12-17T10:30:00+03:00"],
    ["a moment of UTC", php("2026-12-17 10:30:00.000000", "UTC"), "2026-12-17T10:30:00+00:00"],
    ["no day of PHP", php("-0001-11-30 00:00:00.000000"), ""],
    ["a date of MongoDB", { $date: "2026-12-17T10:30:00Z" }, "2026-12-17T10:30:00Z"],
    ["a long of MongoDB", { $date: { $numberLong: "1765967400000" } }, "2025-12-17T10:30:00.000Z"],
    ["seconds in an object", { seconds: 1765967400, nanos: 0 }, "2025-12-17T10:30:00.000Z"],
    ["a moment of a zone that isn't known", php("2026-12-17 10:30:00", "Europe/Nowhere"), "2026-12-17T10:30:00+03:00"],
    ["a moment of Greenwich", php("2026-12-17 10:30:00", "GMT"), "2026-12-17T10:30:00+00:00"],
    ["a day of PHP without a time", php("2026-12-17"), "2026-12-17"],
    ["what PHP can't have written", php("17.12.2026"), "2026-12-17"],
    ["no day before another value", { date: null, value: "2026-12-17" }, "2026-12-17"],
    ["a day of Java", [2026, 12, 17], "2026-12-17"],
    ["a moment of Java", [2026, 12, 17, 10, 30], "2026-12-17"],
    ["a day by its parts", { year: 2026, month: 2, day: 7 }, "2026-02-07"],
    ["a day that no month has", [2026, 2, 30], undefined],
    ["a month that no year has", { year: 2026, month: 13, day: 1 }, undefined],
    ["a year alone", { year: 2026 }, undefined],
    ["an empty list", [], ""],
    ["a moment of .NET", "/Date(1765967400000+0300)/", "2025-12-17T10:30:00.000Z"],
    ["a moment of a database", "2026-12-17 10:30:00.123456+03", "2026-12-17T10:30:00.123456+03"],
    ["a moment without a zone", "2026-12-17T23:30:00", "2026-12-17T23:30:00+03:00"],
    ["a moment of UTC by its name", "2026-12-17 10:30:00 UTC", "2026-12-17T10:30:00Z"],
    ["a moment of Greenwich by its name", "2026-12-17 10:30:00 GMT", "2026-12-17T10:30:00Z"],
    ["a comma before the fractions", "2026-12-17T10:30:00,5Z", "2026-12-17T10:30:00.5Z"],
    ["a date of mail without its weekday", "17 Dec 2026 10:30:00 +0300", "2026-12-17T07:30:00.000Z"],
    ["a date of mail that no month has", "Thu, 17 Foo 2026 10:30:00 GMT", "Thu, 17 Foo 2026 10:30:00 GMT"],
    ["a date of HTTP", "Thu, 17 Dec 2026 10:30:00 GMT", "2026-12-17T10:30:00.000Z"],
    ["a day with hyphens", "17-12-2026", "2026-12-17"],
    ["a day of single digits", "7.1.2026", "2026-01-07"],
    ["a day without signs", 20261217, "2026-12-17"],
    ["a day with the year first", "2026/12/17", "2026-12-17"],
    ["hyphens and a short year, which may come first", "12-11-10", "12-11-10"],
    ["slashes, which may have the month first", "03/04/2026", "03/04/2026"],
    ["fractions of seconds", 1765967400.5, "2025-12-17T10:30:00.000Z"],
    ["microseconds", 1765967400000000, "2025-12-17T10:30:00.000Z"],
    ["a timestamp in an object", { timestamp: 1765967400 }, "2025-12-17T10:30:00.000Z"],
    ["no date of MySQL", "0000-00-00 00:00:00", ""],
    ["zero", 0, ""],
    ["an empty object", {}, ""],
    ["false", false, ""],
    ["another object", { when: "скоро" }, undefined],
    ["objects within each other", { date: { date: { date: { date: { date: "2026-12-17" } } } } }, undefined],
    ["a list that is no date", [5], undefined],
  ])("§9.1 §7.2 %s", (_, sent, read) => {
    expect(readDate(sent)).toBe(read);
  });
});

test("§9.1 a time without a zone is that of Moscow, wherever the portal runs", () => {
  expect(formatMoment(wireDate.parse("2026-12-17 23:30:00"))).toBe("17.12.26, 23:30");
  expect(formatDate(wireDate.parse("2026-12-17T23:30:00"))).toBe("17.12.26");
});

test("§3.1 §7.2 a promotion whose end can't be read has a dash, and is not one without an end", () => {
  const show = (date_end: unknown) => {
    const read = readReply(listPromotions, 200, { success: true, result: [{ id: 1, name: "Акция", date_end }] });
    if (read.kind !== "answer" || !read.result.items[0]) throw new Error(read.kind);
    return { dates: viewPromotion(read.result.items[0], new Date("2026-03-01")).dates, leftOut: read.leftOut };
  };
  expect(show(php("2026-12-17 00:00:00.000000"))).toEqual({ dates: "до\u00a017.12.26", leftOut: [] });
  expect(show({ when: "скоро" })).toEqual({ dates: "до\u00a0—", leftOut: ["items.*.date_end"] });
  expect(show(null)).toEqual({ dates: "", leftOut: [] });
});
