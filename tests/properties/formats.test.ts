import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { DATE_PATTERN, isCalendarDate, isWholeDate, toIsoDate } from "../../app/features/documents/passport-date";
import { findPromotionState } from "../../app/features/promotions/promotion-dates";
import { formatDate, formatMoment, formatMonth } from "../../app/lib/dates.server";
import { readMonth, sumByMonth } from "../../app/lib/months.server";
import { formatAdded, formatCount, formatNumber, formatPoints, formatRoubles } from "../../app/lib/points";
import { moscowDate, moscowMoment, nextDay } from "../../club/platform/moscow-date";
import { requiredNumber, wireDate } from "../../contract/reply-fields";
import { toRussianDate } from "../../contract/russian-date";
import { tries } from "../setup/properties";

const DAY_MS = 24 * 60 * 60 * 1000;

const moment = fc.date({
  min: new Date("1901-01-01T00:00:00Z"),
  max: new Date("9998-12-31T00:00:00Z"),
  noInvalidDate: true,
});
const day = moment.map((date) => date.toISOString().slice(0, 10));
/** Any text, with those that are nearly dates more often than by chance. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."0123456789-.T:+Z ") }),
  day.map((iso) => iso.replace("-", "-1")),
);

test.each(["UTC", "Asia/Tokyo", "America/New_York"])("§6.4 a month is the same month on a machine of %s", (zone) => {
  vi.stubEnv("TZ", zone);
  try {
    const texts = ["2026-11", "2026-11-01", "2026-10-31T21:00:00Z", "2026-11-30T20:59:59Z"];
    expect(texts.map(readMonth)).toEqual(texts.map(() => "2026-11"));
    expect(readMonth("2026-13")).toBeUndefined();
  } finally {
    vi.unstubAllEnvs();
  }
});

describe("points", () => {
  const amount = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -1_000_000, max: 1_000_000 }));

  test("§1.9 any amount is shown in groups of three, and read as the same number", () => {
    fc.assert(
      fc.property(amount, (points) => {
        const shown = formatNumber(points);
        expect(shown).toMatch(/^-?\d{1,3}(\u00a0\d{3})*$/);
        expect(requiredNumber.parse(shown)).toBe(points);
        expect(requiredNumber.parse(formatAdded(points))).toBe(points);
      }),
      tries(1_000),
    );
  });

  test("§1.9 a fraction is shown in hundredths, and read as the same number", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (hundredths) => {
        expect(requiredNumber.parse(formatNumber(hundredths / 100))).toBe(hundredths / 100);
      }),
      tries(1_000),
    );
  });

  test("§9.1 the word after a number follows its last digits", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (points) => {
        const [tens, ones] = [Math.abs(points) % 100, Math.abs(points) % 10];
        const isTeen = tens > 10 && tens < 20;
        const word = !isTeen && ones === 1 ? "балл" : !isTeen && ones > 1 && ones < 5 ? "балла" : "баллов";
        expect(formatPoints(points)).toBe(`${formatNumber(points)}\u00a0${word}`);
        expect(formatCount(points, "один", "два", "пять").startsWith(formatNumber(points))).toBe(true);
        expect(formatRoubles(points)).toBe(`${formatNumber(points)}\u00a0₽`);
      }),
      tries(500),
    );
  });
});

describe("a day", () => {
  test("§5.2 of a passport is the same however it is typed, and shown again as it was", () => {
    fc.assert(
      fc.property(day, fc.constantFrom(".", ",", "/", "-", " "), fc.boolean(), (iso, separator, isShort) => {
        const [year = "", month = "", date = ""] = iso.split("-");
        const parts = isShort ? [String(Number(date)), String(Number(month)), year] : [date, month, year];
        for (const typed of [iso, date + month + year, parts.join(separator), ` ${parts.join(".")} `]) {
          expect([typed, toIsoDate(typed)]).toEqual([typed, iso]);
          expect(isWholeDate(typed)).toBe(true);
        }
        expect(isCalendarDate(iso)).toBe(true);
        expect(toIsoDate(toRussianDate(iso))).toBe(iso);
        expect(toRussianDate(iso)).toMatch(new RegExp(`^(?:${DATE_PATTERN})$`, "u"));
        expect(wireDate.parse(toRussianDate(iso))).toBe(iso);
      }),
      tries(500),
    );
  });

  test("§5.2 that doesn't exist is no day, and any other text stays as it is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.nat({ max: 99 }),
        fc.nat({ max: 99 }),
        (year, month, date) => {
          const iso = [year, String(month).padStart(2, "0"), String(date).padStart(2, "0")].join("-");
          const exists =
            month >= 1 && month <= 12 && date >= 1 && date <= new Date(Date.UTC(year, month, 0)).getUTCDate();
          expect([iso, isCalendarDate(iso)]).toEqual([iso, exists]);
        },
      ),
      tries(1_000),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(toIsoDate(toIsoDate(text))).toBe(toIsoDate(text));
        expect(toRussianDate(toRussianDate(text))).toBe(toRussianDate(text));
        if (!isWholeDate(text)) expect(toIsoDate(text)).toBe(text.trim());
      }),
      tries(1_000),
    );
  });

  test("§9.1 in Moscow begins at 21:00 UTC and is followed by the next one", () => {
    fc.assert(
      fc.property(moment, (at) => {
        // Moscow's clock was never far from three hours ahead; since 2014 it has been exactly that.
        fc.pre(at.getTime() >= Date.UTC(2015, 0, 1));
        const date = moscowDate(at);
        const begin = moscowMoment(date, "00:00").getTime();
        expect(at.getTime() - begin).toBeGreaterThanOrEqual(0);
        expect(at.getTime() - begin).toBeLessThan(DAY_MS);
        expect(moscowDate(new Date(begin + DAY_MS))).toBe(nextDay(date));
        expect(formatDate(at.toISOString())).toBe(formatDate(date));
        expect(formatMoment(at.toISOString())).toMatch(/^\d\d\.\d\d\.\d\d, \d\d:\d\d$/);
      }),
      tries(500),
    );
  });

  test("§1.5 of a promotion: it is upcoming, running or over, one after the other", () => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 3, maxLength: 3 }), (days) => {
        const [start = "", middle = "", end = ""] = [...days].sort();
        expect(findPromotionState(start, end, middle)).toBe("running");
        expect(findPromotionState(start, end, nextDay(end))).toBe("ended");
        expect(findPromotionState(nextDay(start), end, start)).toBe("upcoming");
      }),
      tries(300),
    );
  });
});

test("§9.1 a date of an upstream is shown, whatever it is", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(typeof formatDate(text)).toBe("string");
      expect(typeof formatMoment(text)).toBe("string");
      expect(typeof formatMonth(text)).toBe("string");
      expect(() => wireDate.parse(text)).not.toThrow();
    }),
    tries(1_000),
  );
});

describe("the months of a chart", () => {
  const inTwelveMonths = fc.date({
    min: new Date("2025-04-01T00:00:00Z"),
    max: new Date("2026-03-31T12:00:00Z"),
    noInvalidDate: true,
  });
  const value = fc.integer({ min: -1000, max: 1000 });

  test("§1.3 lose no point of a year", () => {
    const row = fc.record({ date: inTwelveMonths.map((date) => date.toISOString()), value });
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const total = rows.reduce((sum, { value }) => sum + value, 0);
        expect(sumByMonth(rows, true).reduce((sum, { value }) => sum + value, 0)).toBe(total);
      }),
      tries(300),
    );
  });

  test("§1.3 are twelve at most and can all be shown, whatever dates an upstream sends", () => {
    const row = fc.record({ date: fc.oneof(anyText, day, moment.map(String)), value });
    fc.assert(
      fc.property(fc.array(row), fc.boolean(), (rows, isComplete) => {
        const months = sumByMonth(rows, isComplete);
        expect(months.length).toBeLessThanOrEqual(12);
        for (const { label, name, value } of months) {
          expect(label).toMatch(/^[а-я]{3}$/);
          expect(name).toMatch(/^[а-я]+ \d+\sг\./);
          expect(Number.isFinite(value)).toBe(true);
        }
        const names = months.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }),
      tries(1_000),
    );
  });
});
