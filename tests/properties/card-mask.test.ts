import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTypedCard } from "../../app/features/gifts/card-mask";
import { cardNumberField } from "../../contract/fields";
import { tries } from "../setup/properties";

const read = (text: string) => cardNumberField.safeParse(text).data ?? null;
const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Numbers of cards, most with a right check digit, with what people and programs put between the digits or beside them. */
const typedCard = fc
  .tuple(
    fc.constantFrom("", "", "", "Карта ", "tel:", "\u202a", "４", "٤"),
    fc.oneof(
      fc.constantFrom("2200000000000004", "2201382000000013", "22000000000000047", "2200000000000004123"),
      fc.stringMatching(/^\d{0,20}$/),
    ),
    fc.array(fc.constantFrom("", "", "", " ", "-", "\u2011", "\u00a0", "\n", "\u200b", ".", "x"), { maxLength: 20 }),
  )
  .map(
    ([start, digits, between]) => start + [...digits].map((digit, index) => (between[index] ?? "") + digit).join(""),
  );

test("§5.2 a card's number that is pasted or filled in is the one that the server reads without script", () => {
  fc.assert(
    fc.property(typedCard, (typed) => {
      const shown = formatTypedCard(typed);
      expect(read(shown)).toBe(read(typed));
      expect(digitsOf(shown)).toBe(digitsOf(typed));
      expect(formatTypedCard(shown)).toBe(shown);
      // What can't become a number by further digits isn't touched.
      if (/[^\d\s\p{Cf}\p{Pd}]/u.test(typed) || digitsOf(typed).length > 16) expect(shown).toBe(typed);
    }),
    tries(10_000),
  );
});

test("§5.2 a card's number that is typed key by key keeps every digit, and is the server's own or refused", () => {
  fc.assert(
    fc.property(typedCard, (typed) => {
      let shown = "";
      for (const key of typed) shown = formatTypedCard(shown + key);
      expect(read(shown)).toBe(read(typed));
      expect(digitsOf(shown)).toBe(digitsOf(typed));
    }),
    tries(10_000),
  );
});

test("§5.2 a card's number is written in groups of four", () => {
  expect(["2200", "22000", "2200-0000 0000\u00a00004", "22000000000000041"].map(formatTypedCard)).toEqual([
    "2200",
    "2200 0",
    "2200 0000 0000 0004",
    "22000000000000041",
  ]);
});
