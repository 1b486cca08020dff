import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPhone } from "../../app/lib/phone";
import { PLAIN_READING, readContact, readInn, readSellDate } from "../../club/sales/deals/read-report-row";
import { phoneRule } from "../../contract/field-rules";
import * as fields from "../../contract/fields";
import { cardChecksumHolds, innChecksumHolds, innField, phoneDigits, phoneField } from "../../contract/fields";
import { tries } from "../setup/properties";

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));
const mobile = digits(9).map((rest) => `79${rest}`);
/** Any text, with digits and separators more often than by chance. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(..."0123456789 .,-+()/\u00a0«»йG") }),
);

describe("a phone", () => {
  /** The number as people type it: with 7, 8 or neither, and with what stands between the digits. */
  const typed = mobile.chain((phone) => {
    const separator = fc.constantFrom("", " ", "-", "–", "\u00a0", "  ", " - ", "(", ") ");
    const start = fc.constantFrom("+7", "7", "8", "");
    return fc
      .tuple(start, fc.array(separator, { minLength: 11, maxLength: 11 }), fc.constantFrom("", " ", "\u00a0"))
      .map(([code, separators, end]) => {
        const body = [...phone.slice(1)].map((digit, index) => (separators[index] ?? "") + digit).join("");
        return { phone, text: code + body + end };
      })
      .filter(({ text }) => text.trim().length <= phoneRule.maxLength && text.trim().startsWith("(") === false);
  });

  test("§5.7 is the same 11 digits in every form in which people type it, in a form's field and in a file", () => {
    fc.assert(
      fc.property(typed, ({ phone, text }) => {
        expect(phoneField.parse(text)).toBe(phone);
        expect(readContact(text)).toBe(phone);
      }),
      tries(1_000),
    );
  });

  test("§5.7 that is shown is read back as the same one", () => {
    fc.assert(
      fc.property(digits(11), (phone) => {
        const shown = formatPhone(phone);
        expect(shown).toMatch(/^\+\d\u00a0\(\d{3}\)\u00a0\d{3}-\d{2}-\d{2}$/);
        expect(shown.replace(/\D/g, "")).toBe(phone);
        expect(phoneField.parse(shown)).toBe(phoneDigits(`+${phone}`));
        expect(formatPhone(shown)).toBe(shown);
      }),
      tries(500),
    );
  });

  test("§5.7 is 11 digits or refused, whatever the text is", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = phoneField.safeParse(text);
        if (read.success) expect(read.data).toMatch(/^\d{11}$/);
        expect(readContact(text)).toBe(text.includes("@") ? text.trim().toLowerCase() : phoneDigits(text));
        expect(typeof formatPhone(text)).toBe("string");
      }),
      tries(1_000),
    );
  });
});

describe("an INN", () => {
  /** The check digits that the algorithm gives to the digits before them, written down a second time on purpose. */
  const complete = (start: string): string => {
    const weigh = (weights: readonly number[], text: string) =>
      (weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11) % 10;
    if (start.length === 9) return start + weigh([2, 4, 10, 3, 5, 9, 4, 6, 8], start);
    const eleventh = start + weigh([7, 2, 4, 10, 3, 5, 9, 4, 6, 8], start);
    return eleventh + weigh([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8], eleventh);
  };
  const inn = fc
    .oneof(digits(9), digits(10))
    .filter((start) => /[1-9]/.test(start))
    .map(complete);

  test("§5.6 with its check digits holds, in any grouping, and also without its leading zero", () => {
    fc.assert(
      fc.property(inn, fc.integer({ min: 1, max: 9 }), (number, gap) => {
        expect(innChecksumHolds(number)).toBe(true);
        expect(innField.parse(` ${number.slice(0, gap)} ${number.slice(gap)}`)).toBe(number);
        expect(readInn(number)).toBe(number);
        if (/^0[1-9]/.test(number)) expect(readInn(Number(number))).toBe(number);
      }),
      tries(1_000),
    );
  });

  test("§5.6 with one wrong check digit never holds, and with another wrong digit at most once in ten", () => {
    let wrong = 0;
    let missed = 0;
    fc.assert(
      fc.property(inn, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const place = at % number.length;
        const digit = (Number(number[place]) + by) % 10;
        const changed = number.slice(0, place) + digit + number.slice(place + 1);
        const holds = innChecksumHolds(changed);
        const isCheckDigit = place >= (number.length === 10 ? 9 : 10);
        if (isCheckDigit) expect(holds).toBe(false);
        wrong += 1;
        missed += Number(holds);
      }),
      tries(2_000),
    );
    // The remainder 10 is written as 0, so that a few mistakes pass.
    expect(missed / wrong).toBeLessThan(0.1);
  });

  test("§5.6 is 10 or 12 digits or refused, whatever the text is", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, digits(10), digits(12)), (text) => {
        const read = innField.safeParse(text);
        if (read.success) expect(read.data).toMatch(/^(\d{10}|\d{12})$/);
        expect(readInn(text) ?? "0000000000").toMatch(/^(\d{10}|\d{12})$/);
        expect(typeof innChecksumHolds(text)).toBe("boolean");
      }),
      tries(1_000),
    );
  });
});

test("§5.2 a card's number with one wrong digit, or two neighbours exchanged, never passes", () => {
  const luhn = digits(15).map((start) => {
    const last = [..."0123456789"].find((digit) => cardChecksumHolds(start + digit));
    return start + (last ?? "0");
  });
  fc.assert(
    fc.property(
      luhn.filter((card) => /[1-9]/.test(card)),
      fc.nat({ max: 15 }),
      fc.integer({ min: 1, max: 9 }),
      (card, place, by) => {
        expect(cardChecksumHolds(card)).toBe(true);
        const digit = (Number(card[place]) + by) % 10;
        expect(cardChecksumHolds(card.slice(0, place) + digit + card.slice(place + 1))).toBe(false);
        const [one = "", other = ""] = card.slice(place, place + 2);
        const exchanged = card.slice(0, place) + other + one + card.slice(place + 2);
        // The algorithm takes 09 and 90 for the same.
        if (one !== other && other !== "" && !["09", "90"].includes(one + other)) {
          expect(cardChecksumHolds(exchanged)).toBe(false);
        }
      },
    ),
    tries(500),
  );
});

test("§5.3 no field of a form throws, and what it accepts it accepts again unchanged", () => {
  const schemas = Object.entries(fields).flatMap(([name, field]) =>
    typeof field === "object" && "safeParse" in field && name !== "pageQuery" ? [[name, field] as const] : [],
  );
  expect(schemas.length).toBeGreaterThan(10);
  fc.assert(
    fc.property(fc.oneof(anyText, fc.anything()), (typed) => {
      for (const [name, field] of schemas) {
        const read = field.safeParse(typed);
        if (read.success) expect([name, field.parse(read.data)]).toEqual([name, read.data]);
      }
    }),
    tries(300),
  );
});

describe("a date", () => {
  const day = fc
    .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test("§3.10 of a sale is the same day in every form in which files have it", () => {
    fc.assert(
      fc.property(day, fc.boolean(), fc.constantFrom(".", "/", "-"), (iso, isShort, separator) => {
        const [year = "", month = "", date = ""] = iso.split("-");
        const [d, m] = isShort ? [String(Number(date)), String(Number(month))] : [date, month];
        const days = Date.parse(iso) / (24 * 60 * 60 * 1000);
        const forms = [
          iso,
          `${iso}T23:59:59`,
          new Date(`${iso}T00:00:00Z`),
          [d, m, year].join(separator),
          [d, m, year.slice(2)].join(separator),
          ` ${[d, m, year].join(separator)} г. 14:30`,
          days + 25_569,
          String(days + 25_569.5),
        ];
        expect(forms.map((form) => readSellDate(form))).toEqual(forms.map(() => iso));
        expect(readSellDate(days + 24_107, { ...PLAIN_READING, countsFrom1904: true })).toBe(iso);
      }),
      tries(500),
    );
  });

  test("§3.10 of a sale is a day that exists, or nothing, whatever the cell has", () => {
    const cell = fc.oneof(anyText, fc.double(), fc.boolean(), fc.constant(null), fc.date(), fc.maxSafeInteger());
    fc.assert(
      fc.property(cell, fc.boolean(), (value, countsFrom1904) => {
        const read = readSellDate(value, { ...PLAIN_READING, countsFrom1904 });
        if (read !== null) expect(new Date(`${read}T00:00:00Z`).toISOString().slice(0, 10)).toBe(read);
      }),
      tries(1_000),
    );
  });
});
