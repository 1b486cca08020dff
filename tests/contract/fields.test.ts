import { expect, test } from "vitest";
import type { ZodTypeAny } from "zod";
import { formatPhone } from "../../app/lib/phone";
import { loginField } from "../../contract/accounts";
import { cardHolderRule, cardNumberRule, innRule, nameRule, phoneRule } from "../../contract/field-rules";
import {
  activationCodeField,
  cardHolderField,
  cardNumberField,
  emailField,
  innField,
  nameField,
  newPasswordField,
  optionalNameField,
  passwordField,
  phoneField,
  requiredText,
} from "../../contract/fields";
import { PHONE_LENGTH_MESSAGE } from "../../contract/values";

const messageOf = (
  field:
    | typeof phoneField
    | typeof emailField
    | typeof innField
    | typeof cardNumberField
    | typeof cardHolderField
    | ReturnType<typeof nameField>,
  typed: unknown,
) => {
  const read = field.safeParse(typed);
  return read.success ? null : read.error.issues[0]?.message;
};

test.each([
  ["+7 (900) 123-45-67", "79001234567"],
  ["8 (900) 123-45-67", "79001234567"],
  ["89001234567", "79001234567"],
  ["9001234567", "79001234567"],
  ["  7 900 123 45 67 ", "79001234567"],
  ["+7\u00a0(900)\u00a0123–45–67", "79001234567"],
  ["+8 (900) 123-45-67", "79001234567"],
])("§5.7 the phone %j goes on the wire as 11 digits", (typed, digits) => {
  expect(phoneField.parse(typed)).toBe(digits);
  expect(formatPhone(digits).replaceAll("\u00a0", " ")).toBe("+7 (900) 123-45-67");
});

test.each(["7900123456", "790012345678", "+7", "8 800 123", "+998 90 123-45-67", "+95 9 123 4567"])(
  "§5.7 §8.3 the phone %j isn't 11 digits",
  (typed) => {
    expect(messageOf(phoneField, typed)).toBe(PHONE_LENGTH_MESSAGE);
    expect(PHONE_LENGTH_MESSAGE).toBe("Телефон должен состоять из 11 цифр.");
  },
);

test("§5.7 a number of another country never becomes a Russian one", () => {
  expect(phoneField.parse("+81 3 1234 5678")).toBe("81312345678");
});

test.each(["7900abc4567", "7+9001234567", "7900.123.45.67", "٧٩٠٠١٢٣٤٥٦٧"])(
  "§5.7 the phone %j has characters that no phone has",
  (typed) => {
    expect(messageOf(phoneField, typed)).toMatch(/только цифры, плюс, пробелы, скобки и дефисы/);
  },
);

test.each([
  "Ёлкин",
  "Салтыков-Щедрин",
  "О'Коннор",
  "О’Генри",
  "Анна Мария",
  "Оглы-заде Б.",
  "А.Б.",
  "Øyvind Müller",
  "Jose\u0301",
  "Қайрат",
  " Пётр ",
])("§5.3 %j is a name", (typed) => {
  const stored = typed.trim().normalize("NFC");
  expect(nameField("Укажите имя.").parse(typed)).toBe(stored);
  expect(optionalNameField.parse(typed)).toBe(stored);
});

test.each([
  "Иван\nВаш приз ждёт",
  "Иван\r\nBcc: others",
  "Иван\u2028Приз",
  "http://evil.example",
  "evil.example",
  "приз.рф",
  "Иван5",
  "+79001234567",
  "a@b",
  "<b>Иван</b>",
  "Иван, Пётр",
  "-Иван",
  "Приз 🎁",
])("§5.3 %j isn't a name: no address, line break, digit or other sign", (typed) => {
  const message = "Здесь могут быть только буквы, пробел, дефис, апостроф и точка после сокращения.";
  expect(messageOf(nameField("Укажите имя."), typed)).toBe(message);
  expect(optionalNameField.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("§5.3 a name has at most a hundred letters; an empty one is missing, where it may be", () => {
  expect(messageOf(nameField("Укажите имя."), "я".repeat(101))).toBe("Не больше 100\u00a0символов.");
  expect(messageOf(nameField("Укажите имя."), " ")).toBe("Укажите имя.");
  expect([optionalNameField.parse(undefined), optionalNameField.parse(" ")]).toEqual(["", ""]);
  expect(optionalNameField.safeParse("я".repeat(101)).success).toBe(false);
});

test("§5.7 a text that isn't a phone of 11 digits is shown unchanged", () => {
  expect(formatPhone("12345")).toBe("12345");
});

test.each(["2200000000000004", "2200 0000 0000 0004", "2200-0000\u00a00000-0004"])(
  "§5.2 the card %j is read as 16 digits",
  (typed) => {
    expect(cardNumberField.parse(typed)).toBe("2200000000000004");
  },
);

test.each([
  ["", "Укажите номер карты."],
  ["2200 0000 0000 ABCD", "Номер карты состоит только из цифр."],
  ["220000000000000", "Номер карты состоит из 16\u00a0цифр."],
  ["2200 0000 0000 0005", "Проверьте номер карты: в нём ошибка."],
  ["0000 0000 0000 0000", "Проверьте номер карты: в нём ошибка."],
])("§5.2 %j is no card number", (typed, message) => {
  expect(messageOf(cardNumberField, typed)).toBe(message);
});

/** What phones, tables and messengers paste: marks of direction, zero-width and no-break characters, hyphens, loose accents. */
const pasted: readonly [name: string, field: ZodTypeAny, typed: string, read: string][] = [
  ["a phone", phoneField, "\u202a79000000003\u202c", "79000000003"],
  ["a phone", phoneField, "+7\u00a0(900)\u00a0000\u201100\u201103", "79000000003"],
  ["a log-in by phone", loginField, "\u202a+7\u2011900\u2011000\u201100\u201103\u202c", "79000000003"],
  ["a log-in by e-mail", loginField, "\u200bиван@почта.рф\ufeff", "иван@почта.рф"],
  ["an e-mail", emailField, "\u2068anna\u2011b@example.ru\u2069", "anna-b@example.ru"],
  ["an e-mail", emailField, "аи\u0306@почта.рф", "ай@почта.рф"],
  ["an INN", innField, "\u200b5000200016\u00a0", "5000200016"],
  ["a name", nameField("Укажите имя."), "Анна\u2011Мария\u00a0де\u00adла", "Анна-Мария дела"],
  ["a name", nameField("Укажите имя."), "\u200bАндреи\u0306\u0000", "Андрей"],
  ["a card", cardNumberField, "\u202d2200\u20110000\u00a00000\u20110004\u202c", "2200000000000004"],
  ["a card's holder", cardHolderField, "IVAN\u00a0O'NEIL\u2011PETROV", "IVAN O'NEIL-PETROV"],
  ["a code of an SMS", activationCodeField, "\u200e1234\u200e", "1234"],
  ["a text", requiredText(), "МСК\u201112\u200b", "МСК-12"],
];

test.each(pasted)("§5.3 %s is read without what nobody sees: %j", (_name, field, typed, read) => {
  expect(field.parse(typed)).toBe(read);
});

test("§5.10 a password is taken as it was typed", () => {
  expect(passwordField.parse("па\u2011роль\u200b")).toBe("па\u2011роль\u200b");
});

test("§5.3 what a browser lets through and what it refuses is the server's own reading", () => {
  const rules = { phone: phoneRule, name: nameRule, inn: innRule, card: cardNumberRule, holder: cardHolderRule };
  const fields = {
    phone: phoneField,
    name: nameField(""),
    inn: innField,
    card: cardNumberField,
    holder: cardHolderField,
  };
  const named = {
    "a phone": "phone",
    "a name": "name",
    "an INN": "inn",
    "a card": "card",
    "a card's holder": "holder",
  };
  for (const [name, , typed] of pasted) {
    const kind = named[name as keyof typeof named] as keyof typeof rules | undefined;
    if (!kind) continue;
    // Browsers judge a value by the pattern as it was typed.
    expect([name, typed, new RegExp(`^(?:${rules[kind].pattern})$`, "v").test(typed.replace("\u0000", ""))]).toEqual([
      name,
      typed,
      fields[kind].safeParse(typed).success,
    ]);
  }
});

test("§5.2 a card's holder is a name of letters", () => {
  expect(cardHolderField.parse(" IVAN O'NEIL-PETROV ")).toBe("IVAN O'NEIL-PETROV");
  for (const typed of ["", "IVAN 2", "."]) expect(messageOf(cardHolderField, typed)).not.toBeNull();
});

test.each([
  "anna@example.ru",
  "a.b-c_d+tag@mail.example.co",
  "anna@пример.рф",
  "anna@example.technology",
  "почта@пример.москва",
  "anna@xn--e1afmkfd.xn--p1ai",
])("§5.8 %s is an e-mail", (typed) => {
  expect(emailField.parse(` ${typed} `)).toBe(typed);
});

test.each([
  "anna",
  "anna@",
  "@example.ru",
  "anna@example",
  "anna@example.r",
  "anna@@example.ru",
  "anna b@example.ru",
  "anna@exa mple.ru",
  "anna@.ru",
  "anna..b@example.ru",
  "anna@-example.ru",
  `${"a".repeat(250)}@example.ru`,
])("§5.8 %j is none", (typed) => {
  expect(messageOf(emailField, typed)).toMatch(/Проверьте e-mail/);
});

test.each([
  ["5000200016", true],
  ["500100732259", true],
  ["50 0020 0016", true],
  ["500020001", false],
  ["50002000161", false],
  ["5001007322591", false],
  ["50002000a6", false],
  ["", false],
])("§5.6 as an INN %j passes: %s", (typed, passes) => {
  expect(innField.safeParse(typed).success).toBe(passes);
});

test("§5.3 §5.10 §5.12 blanks are empty, a password has nine characters or more, a code exactly four digits", () => {
  for (const typed of ["", "   ", "\t\n", "\u00a0"]) expect(requiredText().safeParse(typed).success).toBe(false);
  expect(["12345678", "123456789"].map((typed) => newPasswordField.safeParse(typed).success)).toEqual([false, true]);
  const codes = ["123", "1234", "12345", "12a4", " 1234 "];
  expect(codes.map((typed) => activationCodeField.safeParse(typed).success)).toEqual([false, true, false, false, true]);
});
