import { describe, expect, test } from "vitest";
import type { ZodTypeAny } from "zod";
import { agreementSchema } from "../../app/features/agreement/agreement.schema.server";
import { curatorSchema } from "../../app/features/curator/curator.schema.server";
import { documentsSchema } from "../../app/features/documents/documents.schema.server";
import { feedbackSchema } from "../../app/features/feedback/feedback.schema.server";
import { loginSchema } from "../../app/features/login/login.schema.server";
import { passwordSchema, recoverySchema } from "../../app/features/recovery/recovery.schema.server";
import { activationSchema } from "../../app/features/registration/activation.schema.server";
import { managerSchema, memberSchema } from "../../app/features/registration/registration.schema.server";
import { changePasswordSchema } from "../../app/features/security/security.schema.server";
import { addCompany, login, register } from "../../contract/accounts";
import { addSegment } from "../../contract/companies";
import { changePassword } from "../../contract/extensions";
import * as rules from "../../contract/field-rules";
import { createInvite } from "../../contract/invites";
import { enterPromoCode } from "../../contract/promotions";

type Shape = Readonly<Record<string, ZodTypeAny>>;

const withManager = new FormData();
withManager.set("manager_contact_mode", "email");
withManager.set("manager_contact", "anna@example.ru");
const [sales, retail] = register.input.options;

/** Every place where the server reads a form, with the rules that its controls bear. */
const forms: [string, Shape, Readonly<Record<string, rules.FieldRule>>][] = [
  ["login by phone", loginSchema("phone").shape, rules.loginByPhoneRules],
  ["login by e-mail", loginSchema("email").shape, rules.loginByEmailRules],
  ["login, the call", login.input.shape, { ...rules.loginByPhoneRules, login: rules.contactRule }],
  ["recovery", recoverySchema.shape, rules.recoveryRules],
  ["new password", passwordSchema.innerType().shape, { new_password: rules.newPasswordRules.new_password }],
  ["change of the password", changePasswordSchema.shape, rules.changePasswordRules],
  ["change of the password, the call", changePassword.input.shape, rules.changePasswordRules],
  ["activation code", activationSchema.innerType().options[0].shape, { code: rules.activationRules.code }],
  ["activation phone", activationSchema.innerType().options[2].shape, { phone: rules.activationRules.phone }],
  ["registration of a manager", managerSchema(false).shape, rules.managerRegistrationRules],
  ["registration of a manager, the call", sales.shape, rules.personRules],
  [
    "registration of a member",
    memberSchema({ name: "", isFromManager: true }, withManager).shape,
    withoutCurator(rules.memberRegistrationRules),
  ],
  ["registration of a member, the call", retail.shape, { ...rules.companyRules, ...rules.personRules }],
  ["company", addCompany.input.shape, rules.companyRules],
  ["segment", addSegment.input.shape, { display_name: { ...rules.segmentNameRule, required: true } }],
  ["distributor", curatorSchema.shape, rules.distributorRules],
  ["agreement", agreementSchema.shape, rules.agreementRules],
  ["feedback", feedbackSchema.shape, rules.feedbackRules],
  ["invitation", createInvite.input.shape, rules.inviteRules],
  ["promo code", enterPromoCode.input.shape, rules.promoCodeRules],
  ["documents", documentsSchema.shape, rules.documentRules],
];

/** An invited person chooses no distributor. */
function withoutCurator({ curator: _, ...others }: typeof rules.memberRegistrationRules) {
  return others;
}

/** Texts of exactly the longest accepted length. Other fields accept any characters. */
const longestTexts: Readonly<Record<string, string>> = {
  phone: `+7 - (900) - 123-45${" ".repeat(77)}- 67`,
  email: `${"a".repeat(243)}@example.ru`,
  company_inn: `5001${" ".repeat(88)}00732259`,
  inn: `5001${" ".repeat(88)}00732259`,
  code: "1234",
  passport_series: `45${" ".repeat(96)}09`,
  passport_number: `123${" ".repeat(94)}456`,
  passport_code: "770-001",
};

function findLongestText(form: string, name: string, maxLength: number): string {
  if (name === "manager_contact" || (name === "login" && form !== "login by phone")) return longestTexts.email ?? "";
  return longestTexts[name === "login" ? "phone" : name] ?? "я".repeat(maxLength);
}

/** One character more, so that nothing but the length is wrong. */
function lengthen(text: string): string {
  if (text.includes(" ")) return text.replace(" ", "  ");
  return text.replace(/^./, (first) => first + first);
}

describe.each(forms)("%s", (form, shape, formRules) => {
  const fields = Object.entries(formRules).map(([name, rule]) => ({ name, rule, field: shape[name] as ZodTypeAny }));
  const accepts = (field: ZodTypeAny, typed: unknown) => field.safeParse(typed).success;

  test("§5.3 the server asks for exactly the fields that the form marks as required", () => {
    // Whether a manager is needed depends on other fields.
    for (const { name, rule, field } of fields.filter((one) => one.name !== "manager_contact")) {
      const required = Boolean(rule.required);
      expect([name, accepts(field, undefined), accepts(field, "")]).toEqual([name, !required, !required]);
    }
  });

  test("§5.2 §5.10 the server accepts the form's longest and shortest text and no longer or shorter one", () => {
    for (const { name, rule, field } of fields) {
      if (rule.maxLength !== undefined) {
        const longest = findLongestText(form, name, rule.maxLength);
        expect([name, longest.length, accepts(field, longest)]).toEqual([name, rule.maxLength, true]);
        expect([name, accepts(field, lengthen(longest))]).toEqual([name, false]);
      }
      if (rule.minLength !== undefined) {
        expect([name, accepts(field, "я".repeat(rule.minLength))]).toEqual([name, true]);
        expect([name, accepts(field, "я".repeat(rule.minLength - 1))]).toEqual([name, false]);
      }
    }
  });

  test("§5.2 §5.6 §5.7 browsers can compile every pattern, and the server accepts what matches it", () => {
    for (const { name, rule, field } of fields) {
      if (rule.pattern !== undefined && rule.maxLength !== undefined) {
        // Browsers compile the attribute with the flag `v`.
        const pattern = new RegExp(`^(?:${rule.pattern})$`, "v");
        const text = findLongestText(form, name, rule.maxLength);
        expect([name, pattern.test(text), accepts(field, text)]).toEqual([name, true, true]);
        expect([name, pattern.test("я@ru"), accepts(field, "я@ru")]).toEqual([name, false, false]);
      }
      if (rule.min !== undefined) {
        const dayBefore = new Date(Date.parse(rule.min) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
        expect([name, accepts(field, rule.min), accepts(field, dayBefore)]).toEqual([name, true, false]);
      }
    }
  });
});

test("§8.5 the code of a passport's issuer may be typed with a space or without a hyphen", () => {
  const read = (typed: string) => documentsSchema.shape.passport_code.parse(typed);
  expect(["770-001", "770 001", "770001", " 770001 "].map(read)).toEqual(Array(4).fill("770-001"));
});
