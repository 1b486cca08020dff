import { expect, test } from "vitest";
import { hyphenate } from "../../../app/features/gifts/hyphenate.server";

const shown = (text: string) => hyphenate(text).replaceAll("\u00ad", "|");

test("§1.6 a long word of a gift may be divided between two syllables, and its full stop stays with the rest", () => {
  expect(shown("Нитриловое покрытие, размер универсальный. Пять пар")).toBe(
    "Нитриловое покрытие, размер универ|сальный. Пять пар",
  );
  expect(shown("Фонарь аккумуляторный")).toBe("Фонарь аккуму|ляторный");
  expect(shown("Электроинструменты")).toBe("Электроинстру|менты");
});

test("§1.6 short words, codes, other alphabets and what has its hyphens already stay as they are", () => {
  for (const text of ["Подарочный сертификат", "OF-1234567890123", "Powerbankpowerbank", "Универ\u00adсальный", ""])
    expect(hyphenate(text)).toBe(text);
});
