import { ACTIVATION_CODE_LENGTH, CARD_DIGITS, INN_LENGTHS, PASSWORD_MIN_LENGTH } from "./values";

/**
 * What a form field accepts. The server's zod fields read the rules, and so do the forms: a form spreads the rule into
 * its control, `<TextField name="email" {...feedbackRules.email} />`. This file imports no zod, so browser code may use it.
 */
export interface FieldRule {
  readonly required?: boolean;
  /** Characters as typed, with spaces and separators. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression for the whole text as typed, in the syntax of HTML's `pattern` attribute. */
  readonly pattern?: string;
  /** What the pattern asks for; browsers show it beside their own message. */
  readonly title?: string;
  /** The earliest date, yyyy-mm-dd. */
  readonly min?: string;
  readonly inputMode?: "numeric" | "email" | "tel";
}

export type RequiredRule = FieldRule & { readonly required: true };
export type OptionalRule = FieldRule & { readonly required?: false };

/** What `normaliseText` takes out of a text, and the hyphens that it makes plain: browsers judge a text before that. */
const UNSEEN = "\\p{Cf}";
const HYPHENS = "\\-‐‑";

/**
 * Of a number, as typed. A browser cuts what is pasted at this length, and the rest of another number could be somebody's: so it is
 * several times as long as any spelling.
 */
const LONGEST_NUMBER = 100;

/** So many digits, with spaces anywhere. */
function spacedDigits(count: number): string {
  return `[\\s${UNSEEN}]*(?:\\d[\\s${UNSEEN}]*){${count}}`;
}

/**
 * A person's name: letters of any script, spaces, hyphens, apostrophes and dots. A dot never joins words, so that no mail
 * program makes a link of a name (§5.3).
 */
const nameAlphabet = {
  maxLength: 100,
  pattern: `[\\s${UNSEEN}]*\\p{L}(?:[\\p{L}\\p{M}\\p{Zs}'’${HYPHENS}${UNSEEN}]|\\.(?!\\p{L}{2}))*`,
  title: "Буквы, пробел, дефис, апостроф; точка — после сокращения",
} as const;

export const nameRule = { required: true, ...nameAlphabet } as const satisfies RequiredRule;
export const optionalNameRule = nameAlphabet satisfies OptionalRule;
const requiredAddress = { required: true, maxLength: 500 } as const;
const requiredChoice = { required: true } as const;
const requiredConsent = { required: true } as const;

export const phoneRule = {
  required: true,
  maxLength: LONGEST_NUMBER,
  pattern: `[\\s${UNSEEN}]*\\+?[\\d\\s\\(\\)–${HYPHENS}${UNSEEN}]+`,
  title: "Цифры; можно плюс, пробелы, скобки и дефисы",
  inputMode: "tel",
} as const satisfies RequiredRule;

export const emailRule = { required: true, maxLength: 254, inputMode: "email" } as const satisfies RequiredRule;

/** A phone number or an e-mail address. */
export const contactRule = { required: true, maxLength: 254 } as const satisfies RequiredRule;

/** The INN of a company or an entrepreneur; spaces between the digits are accepted (§5.6). */
export const innRule = {
  required: true,
  maxLength: LONGEST_NUMBER,
  pattern: `[\\d\\s${UNSEEN}]{${INN_LENGTHS[0]},}`,
  title: INN_LENGTHS.join(" или ").concat("\u00a0цифр"),
  inputMode: "numeric",
} as const satisfies RequiredRule;

/** A bank card number; spaces and hyphens between the digits are accepted (§5.2). */
export const cardNumberRule = {
  required: true,
  maxLength: LONGEST_NUMBER,
  pattern: `[\\s${UNSEEN}]*(\\d[\\s${HYPHENS}${UNSEEN}]*){${CARD_DIGITS}}`,
  title: `${CARD_DIGITS}\u00a0цифр с лицевой стороны карты`,
  inputMode: "numeric",
} as const satisfies RequiredRule;

/** Letters, spaces, dots, apostrophes and hyphens. */
export const cardHolderRule = {
  required: true,
  maxLength: 60,
  pattern: `[\\s${UNSEEN}]*\\p{L}[\\p{L}\\p{Zs}.'’${HYPHENS}${UNSEEN}]*`,
  title: "Укажите имя владельца, как на карте.",
} as const satisfies RequiredRule;

export const newPasswordRule = {
  required: true,
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: 200,
} as const satisfies RequiredRule;

const passwordRule = { required: true, maxLength: 200 } as const satisfies RequiredRule;

export const segmentNameRule = { maxLength: 80 } as const satisfies OptionalRule;

const promoCodeRule = { maxLength: 64 } as const satisfies OptionalRule;

/** A text to search for. */
export const searchRule = { maxLength: 100 } as const satisfies OptionalRule;

/** A sale that is missing in the reports. */
export const saleClaimRules = {
  article_code: { required: true, maxLength: 100 },
  sell_count: { required: true, maxLength: 6, inputMode: "numeric", pattern: "[1-9]\\d*", title: "Целое число" },
  sell_date: { required: true },
  document_number: { required: true, maxLength: 60 },
  inn: innRule,
  comment: { maxLength: 500 },
  reason: { required: true, maxLength: 500 },
} as const satisfies Record<string, FieldRule>;

/** §5.1 */
export const loginByPhoneRules = { login: phoneRule, password: passwordRule };
export const loginByEmailRules = { login: emailRule, password: passwordRule };

/** §4.12 */
export const recoveryRules = { login: contactRule };

/** §5.10 */
export const newPasswordRules = { new_password: newPasswordRule, new_password_confirm: newPasswordRule };

export const changePasswordRules = { current_password: passwordRule, new_password: newPasswordRule };

/** §5.12 */
export const activationRules = {
  code: {
    required: true,
    maxLength: ACTIVATION_CODE_LENGTH,
    pattern: `\\d{${ACTIVATION_CODE_LENGTH}}`,
    title: `${ACTIVATION_CODE_LENGTH}\u00a0цифры`,
    inputMode: "numeric",
  },
  phone: phoneRule,
} as const satisfies Record<string, FieldRule>;

export const personRules = {
  last_name: nameRule,
  first_name: nameRule,
  sur_name: nameRule,
  phone: phoneRule,
  email: emailRule,
};

export const companyRules = {
  company_inn: innRule,
  company_actual_name_organization: { maxLength: 255 },
  company_actual_address_organization: requiredAddress,
  company_segment_id: requiredChoice,
} as const satisfies Record<string, FieldRule>;

export const consentRules = { policy: requiredConsent, dataAgreement: requiredConsent };

export const distributorRules = { curator: requiredChoice };

/** §5.5 */
export const managerRegistrationRules = { ...personRules, ...consentRules, ...distributorRules };

/** Optional texts of a member's registration. */
export const memberTextRules = {
  employee_position: { maxLength: 255 },
  promo_code: promoCodeRule,
} as const satisfies Record<string, OptionalRule>;

/** §5.4 */
export const memberRegistrationRules = {
  ...companyRules,
  /** Required where the segment is «Другое». */
  company_segment_other: segmentNameRule,
  ...personRules,
  ...memberTextRules,
  /** Required unless the person registers without a manager or by an invitation. */
  manager_contact: { maxLength: contactRule.maxLength },
  ...consentRules,
  ...distributorRules,
} as const satisfies Record<string, FieldRule>;

/** §5.13 */
export const agreementRules = { agreement: requiredConsent };

/** §5.11 */
export const feedbackRules = {
  name: nameRule,
  email: emailRule,
  message: { required: true, maxLength: 5000 },
  policy: requiredConsent,
} as const satisfies Record<string, FieldRule>;

export const inviteRules = {
  target_promo_group_system_name: requiredChoice,
  email: emailRule,
  last_name: nameRule,
  first_name: nameRule,
  sur_name: optionalNameRule,
} as const satisfies Record<string, FieldRule>;

export const promoCodeRules = { promo_code: { ...promoCodeRule, required: true } } as const satisfies Record<
  string,
  FieldRule
>;

/** Personal documents (§8.5). A date is typed as dd.mm.yyyy; `DateField` has the pattern. */
export const documentRules = {
  last_name: nameRule,
  first_name: nameRule,
  sur_name: nameRule,
  birth_date: { required: true, min: "1900-01-01" },
  inn: {
    required: true,
    maxLength: LONGEST_NUMBER,
    pattern: spacedDigits(12),
    title: "12\u00a0цифр",
    inputMode: "numeric",
  },
  passport_series: {
    required: true,
    maxLength: LONGEST_NUMBER,
    pattern: spacedDigits(4),
    title: "4\u00a0цифры",
    inputMode: "numeric",
  },
  passport_number: {
    required: true,
    maxLength: LONGEST_NUMBER,
    pattern: spacedDigits(6),
    title: "6\u00a0цифр",
    inputMode: "numeric",
  },
  passport_issue_date: { required: true, min: "1990-01-01" },
  passport_code: {
    required: true,
    maxLength: 7,
    pattern: "\\d{3}[\\s\\-]?\\d{3}",
    title: "Код вида 000-000",
    inputMode: "numeric",
  },
  passport_issued_by: requiredAddress,
  registration_address: requiredAddress,
} as const satisfies Record<string, FieldRule>;
