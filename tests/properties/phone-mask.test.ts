import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTypedPhone } from "../../app/ui/lazy/phone-mask";
import { phoneRule } from "../../contract/field-rules";
import { phoneField } from "../../contract/fields";
import { tries } from "../setup/properties";

/** Numbers of Russia and of other countries, complete or not, with what people and programs put between the digits. */
const typedPhone = fc
  .tuple(
    fc.constantFrom("", "+", "+7", "7", "8", "+8", "+998", "998", "+77", "9", "+9", " 7", "(8"),
    fc.array(fc.constantFrom(..."0123456789"), { maxLength: 13 }),
    fc.array(fc.constantFrom("", "", "", " ", "-", "–", "\u2011", "(", ") ", "\u00a0", "\u202a", "."), {
      maxLength: 13,
    }),
  )
  .map(([start, digits, between]) => start + digits.map((digit, index) => (between[index] ?? "") + digit).join(""));

const ALLOWED = new RegExp(`^(?:${phoneRule.pattern})$`, "u");
const format = (typed: string) => formatTypedPhone(typed, ALLOWED);
const digitsOf = (text: string) => text.replace(/\D/g, "");
/** What the server reads: 11 digits, or null where it refuses. */
const read = (text: string) => phoneField.safeParse(text).data ?? null;

test("§5.1 §5.7 a number that is pasted or filled in is the one that the server reads without script", () => {
  fc.assert(
    fc.property(typedPhone, (typed) => {
      const shown = format(typed);
      expect(read(shown)).toBe(read(typed));
      expect(format(shown)).toBe(shown);
      expect(digitsOf(shown).endsWith(digitsOf(typed).slice(1))).toBe(true);
    }),
    tries(10_000),
  );
});

test("§5.1 §5.7 a number that is typed key by key is the same or refused, and none of its digits is lost", () => {
  fc.assert(
    fc.property(typedPhone, (typed) => {
      let shown = "";
      for (const key of typed) shown = format(shown + key);
      expect([read(typed), null]).toContain(read(shown));
      if (read(typed)?.startsWith("7")) expect(read(shown)).toBe(read(typed));
      expect(digitsOf(shown).endsWith(digitsOf(typed).slice(1))).toBe(true);
    }),
    tries(10_000),
  );
});

test("§5.1 a Russian number is written as the mask says while it is typed", () => {
  expect(["9", "+79", "8", "89", "7915000"].map(format)).toEqual(["+7 (9", "+7 (9", "8", "8 (9", "+7 (915) 000"]);
  expect(["89150001122", "9150001122", "+7 843 000-00-00"].map(format)).toEqual([
    "+7 (915) 000-11-22",
    "+7 (915) 000-11-22",
    "+7 (843) 000-00-00",
  ]);
});

test("§5.1 an 8 stays an 8 until the eleventh digit says that it stands for +7", () => {
  const shown = ["891500011", "8915000112", "89150001122"].map(format);
  expect(shown).toEqual(["8 (915) 000-11", "8 (915) 000-11-2", "+7 (915) 000-11-22"]);
  // A number of ten digits that begins with 8, such as one without its country, is no complete number.
  expect([format("8432000000"), read(format("8432000000"))]).toEqual(["8 (432) 000-00-0", null]);
});
