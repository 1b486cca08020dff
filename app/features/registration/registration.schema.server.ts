import { z } from "zod";
import { companyFields, memberFields, personFields } from "../../../contract/accounts";
import { contactRule, distributorRules, segmentNameRule } from "../../../contract/field-rules";
import { emailField, optionalText, phoneField, requiredText } from "../../../contract/fields";
import { choiceMessages, fieldMessages } from "../../../contract/values";
import { OTHER_SEGMENT } from "./company-fields";
import type { RegistrationLink } from "./registration-link";

const consentFields = {
  policy: z.literal("on", { errorMap: () => ({ message: "Примите политику конфиденциальности." }) }),
  dataAgreement: z.literal("on", { errorMap: () => ({ message: "Дайте согласие на обработку персональных данных." }) }),
};

const distributor = requiredText(choiceMessages.distributor, distributorRules.curator);

/** §5.5. @param isLinked an invitation or referral determines the distributor */
export function managerSchema(isLinked: boolean) {
  return z.object({
    ...personFields,
    curator: isLinked ? optionalText() : distributor,
    ...consentFields,
  });
}

/**
 * §5.4. Which fields are required depends on the form's other fields, so the schema is made for one submission.
 * @param link an invitation or referral determines the distributor; that of a manager determines the manager too
 */
export function memberSchema(link: RegistrationLink | null, formData: FormData) {
  const needsManager = !link?.isFromManager && !formData.has("agreementMember");
  return z.object({
    ...memberFields,
    company_segment_other: otherSegment(formData),
    curator: link ? optionalText() : distributor,
    manager_contact: managerContact(formData, needsManager),
    ...consentFields,
  });
}

/** A further company of a member. */
export function companySchema(formData: FormData) {
  return z.object({ ...companyFields, company_segment_other: otherSegment(formData) });
}

/** The segment's name, where none of the list is chosen. */
function otherSegment(formData: FormData) {
  return formData.get("company_segment_id") === OTHER_SEGMENT
    ? requiredText(fieldMessages.segmentName, { ...segmentNameRule, required: true })
    : optionalText(segmentNameRule);
}

/**
 * §3.5: the manager's phone as 11 digits or e-mail; empty when none is needed or given. What was typed decides which of them
 * it is, and the switch only where that could be either.
 */
export function managerContact(formData: FormData, isNeeded: boolean): z.ZodType<string, z.ZodTypeDef, unknown> {
  if (!isNeeded && (formData.has("agreementMember") || isBlank(formData.get("manager_contact")))) {
    return z.unknown().transform(() => "");
  }
  const required = requiredText(
    "Укажите менеджера по продажам или отметьте, что регистрируетесь без него.",
    contactRule,
  );
  return required.pipe(isEmail(formData) ? emailField : phoneField);
}

function isEmail(formData: FormData): boolean {
  const typed = String(formData.get("manager_contact") ?? "");
  if (typed.includes("@")) return true;
  return !/^[\s\d()+-]*$/.test(typed) && formData.get("manager_contact_mode") === "email";
}

function isBlank(value: FormDataEntryValue | null): boolean {
  return typeof value !== "string" || value.trim() === "";
}
