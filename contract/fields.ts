import { z } from "zod";
import {
  activationRules,
  cardHolderRule,
  emailRule,
  innRule,
  loginByPhoneRules,
  nameRule,
  newPasswordRule,
  type OptionalRule,
  optionalNameRule,
  phoneRule,
  type RequiredRule,
} from "./field-rules";
import { numericId } from "./ids";
import { typedText } from "./typed-text";
import {
  ACTIVATION_CODE_LENGTH,
  CARD_DIGITS,
  INN_LENGTHS,
  PHONE_DIGITS,
  PHONE_LENGTH_MESSAGE,
  REPORT_DETAILS_PER_PAGE,
} from "./values";

const MAX_LENGTH = 255;

/** A required text: in its plain form, trimmed, not empty (§5.3), at most 255 characters unless the rule says otherwise. */
export function requiredText(
  message = "Заполните поле.",
  { maxLength = MAX_LENGTH }: RequiredRule = { required: true },
) {
  return limitRequired(typedText({ required_error: message, invalid_type_error: message }), message, maxLength);
}

function limitRequired(text: z.ZodString, message: string, maxLength: number) {
  return text.trim().min(1, message).max(maxLength, `Не больше ${maxLength}\u00a0символов.`);
}

/** An id that has to be chosen; a number is read as a text. @param message said of whatever is no id */
export function requiredId(message: string, rule?: RequiredRule) {
  return z.union([requiredText(message, rule), numericId], { errorMap: () => ({ message }) });
}

/** An optional text: in its plain form, trimmed, empty when it is missing. */
export function optionalText({ maxLength = MAX_LENGTH }: OptionalRule = {}) {
  // Not a pipe: conform reads an empty text as missing in every schema of a pipe, and the last one would refuse it.
  return typedText()
    .trim()
    .max(maxLength, `Не больше ${maxLength}\u00a0символов.`)
    .nullish()
    .transform((value) => value ?? "");
}

/** An optional text for each rule. */
export function optionalTexts<Name extends string>(rules: Readonly<Record<Name, OptionalRule>>) {
  const fields = Object.entries<OptionalRule>(rules).map(([name, rule]) => [name, optionalText(rule)]);
  return Object.fromEntries(fields) as Record<Name, ReturnType<typeof optionalText>>;
}

/**
 * A required text that matches the rule's pattern as a whole.
 * @param missing the message when it is empty, and when it doesn't match unless `wrong` is given
 */
export function patternText(missing: string, rule: RequiredRule & { readonly pattern: string }, wrong = missing) {
  const { pattern, maxLength = MAX_LENGTH } = rule;
  // A pipe stops at the first schema that fails, so that one mistake gets one message.
  return typedText({ required_error: missing, invalid_type_error: missing })
    .trim()
    .min(1, missing)
    .pipe(z.string().regex(new RegExp(`^(?:${pattern})$`, "u"), wrong))
    .pipe(z.string().max(maxLength, `Не больше ${maxLength}\u00a0символов.`));
}

const NAME_MESSAGE = "Здесь могут быть только буквы, пробел, дефис, апостроф и точка после сокращения.";

/** A person's name, or a part of it (§5.3). @param missing the message when it is empty */
export const nameField = (missing: string) => patternText(missing, nameRule, NAME_MESSAGE);

/** A part of a name that may be missing; then it is empty. */
export const optionalNameField = optionalText(optionalNameRule).refine(
  (name) => name === "" || isName(name),
  NAME_MESSAGE,
);

/** Whether a text follows the alphabet of names (§5.3). */
export function isName(text: string): boolean {
  return nameField("").safeParse(text).success;
}

/**
 * The digits of a typed phone as they are sent: `8…` and a bare ten-digit number become `7…` (§5.7). A number with a plus
 * names its country and stays as it is; only +89, which no country has, is a Russian 8.
 */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const hasCountry = typed.includes("+");
  if (digits.length === PHONE_DIGITS && digits.startsWith(hasCountry ? "89" : "8")) return `7${digits.slice(1)}`;
  if (digits.length === PHONE_DIGITS - 1 && digits.startsWith("9") && !hasCountry) return `7${digits}`;
  return digits;
}

/** A phone as typed, read as 11 digits (§5.7, §8.3). */
export const phoneField = patternText(
  "Укажите телефон.",
  phoneRule,
  "В телефоне могут быть только цифры, плюс, пробелы, скобки и дефисы.",
)
  .transform(phoneDigits)
  .pipe(z.string().length(PHONE_DIGITS, PHONE_LENGTH_MESSAGE));

const emailPattern =
  /^[\p{L}\p{N}_%+-]+(?:\.[\p{L}\p{N}_%+-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:xn--[a-z0-9-]+|\p{L}{2,63})$/u;

/** Whether a text is an ordinary e-mail address with a suffix of two letters or more (§5.8). */
export function isEmail(text: string): boolean {
  return text.length <= emailRule.maxLength && emailPattern.test(text);
}

/** An e-mail address, in its plain form (§5.8). */
export const emailField = typedText({ required_error: "Укажите e-mail.", invalid_type_error: "Укажите e-mail." })
  .trim()
  .min(1, "Укажите e-mail.")
  .refine(isEmail, "Проверьте e-mail: нужен адрес вида name@example.ru.");

/** §5.6 */
export const INN_LENGTH_MESSAGE = "ИНН состоит из 10\u00a0цифр у компании и из 12 у предпринимателя.";

/** An INN of 10 or 12 digits; spaces between them are removed (§5.6). */
export const innField = typedText({ required_error: "Укажите ИНН.", invalid_type_error: "Укажите ИНН." })
  .trim()
  .max(innRule.maxLength, INN_LENGTH_MESSAGE)
  .transform((typed) => typed.replace(/\s/g, ""))
  .pipe(
    z
      .string()
      .min(1, "Укажите ИНН.")
      .regex(/^\d+$/, "ИНН состоит только из цифр.")
      .refine((inn) => INN_LENGTHS.some((length) => length === inn.length), INN_LENGTH_MESSAGE),
  );

/** Whether the check digits of an INN of 10 or 12 digits are right; all zeros aren't an INN. */
export function innChecksumHolds(inn: string): boolean {
  if (!/^\d+$/.test(inn) || /^0+$/.test(inn)) return false;
  const digit = (index: number) => Number(inn[index]);
  const check = (weights: number[]) =>
    (weights.reduce((sum, weight, index) => sum + weight * digit(index), 0) % 11) % 10;
  if (inn.length === 10) return check([2, 4, 10, 3, 5, 9, 4, 6, 8]) === digit(9);
  if (inn.length !== 12) return false;
  return (
    check([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digit(10) && check([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === digit(11)
  );
}

/** Whether the check digit of a bank card number is right by the Luhn algorithm; all zeros aren't a card. */
export function cardChecksumHolds(card: string): boolean {
  if (!/^\d+$/.test(card) || /^0+$/.test(card)) return false;
  const sum = [...card].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

const CARD_NUMBER_MISSING = "Укажите номер карты.";

/** A bank card number in any grouping, read as 16 digits (§5.2). */
export const cardNumberField = typedText({ required_error: CARD_NUMBER_MISSING })
  .transform((typed) => typed.replace(/[\s-]/g, ""))
  .pipe(
    z
      .string()
      .min(1, CARD_NUMBER_MISSING)
      .regex(/^\d+$/, "Номер карты состоит только из цифр.")
      .length(CARD_DIGITS, `Номер карты состоит из ${CARD_DIGITS}\u00a0цифр.`)
      .refine(cardChecksumHolds, "Проверьте номер карты: в нём ошибка."),
  );

/** The name of a card's holder as the card shows it. */
export const cardHolderField = patternText(cardHolderRule.title, cardHolderRule);

const PASSWORD_MISSING = "Введите пароль.";

/** The password of a login (§5.1), as it was typed: each of its characters counts. */
export const passwordField = limitRequired(
  z.string({ required_error: PASSWORD_MISSING, invalid_type_error: PASSWORD_MISSING }),
  PASSWORD_MISSING,
  loginByPhoneRules.password.maxLength,
);

const { minLength, maxLength } = newPasswordRule;

export const NEW_PASSWORD_MISSING = "Придумайте пароль.";

/** A new password of at least nine characters (§5.10). */
export const newPasswordField = z
  .string({ required_error: NEW_PASSWORD_MISSING })
  .min(minLength, `Пароль — не короче ${minLength}\u00a0символов.`)
  .max(maxLength, `Пароль — не длиннее ${maxLength}\u00a0символов.`);

/** The activation code, exactly four digits (§5.12). */
export const activationCodeField = patternText(
  "Введите код из СМС.",
  activationRules.code,
  `Код состоит из ${ACTIVATION_CODE_LENGTH}\u00a0цифр.`,
);

const NO_SUCH_DAY = "Проверьте дату: такого дня нет.";

/** A day, yyyy-mm-dd. There is no year 0: the database can't read it. */
export const isoDateField = z
  .string()
  .date(NO_SUCH_DAY)
  .regex(/^(?!0000)/, NO_SUCH_DAY);

/** A month, yyyy-mm. */
export const monthField = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

/** A day of the past, yyyy-mm-dd, not earlier than the rule's `min`. */
export function pastDateField(missing: string, { min }: RequiredRule & { readonly min: string }, wrong: string) {
  return typedText({ required_error: missing })
    .trim()
    .date(wrong)
    .pipe(z.string().refine((date) => date >= min && Date.parse(date) <= Date.now(), wrong));
}

/** A list is never that long; what is beyond can't be counted exactly. */
const LAST_PAGE = 1_000_000;

export const pageQuery = {
  page: z.coerce.number().int().min(1).max(LAST_PAGE).default(1),
  per_page: z.coerce.number().int().min(1).max(REPORT_DETAILS_PER_PAGE).default(20),
};
