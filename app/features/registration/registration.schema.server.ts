import { z } from "zod";
import { emailField, innField, optionalText, phoneField, requiredText } from "../../../contract/fields";
import { OTHER_SEGMENT } from "./company-fields";

const personFields = {
  last_name: requiredText("Укажите фамилию."),
  first_name: requiredText("Укажите имя."),
  sur_name: requiredText("Укажите отчество."),
  phone: phoneField,
  email: emailField,
};

const consentFields = {
  policy: z.literal("on", { errorMap: () => ({ message: "Примите политику конфиденциальности." }) }),
  dataAgreement: z.literal("on", { errorMap: () => ({ message: "Дайте согласие на обработку персональных данных." }) }),
};

const distributor = requiredText("Выберите дистрибьютора.");

/** §5.5. @param isLinked an invitation or referral stands for the distributor */
export function salesSchema(isLinked: boolean) {
  return z.object({
    ...personFields,
    curator: isLinked ? optionalText() : distributor,
    ...consentFields,
  });
}

/**
 * §5.4. What is needed depends on what is chosen, so the schema is made for a form's content: all that is wrong is told
 * at once.
 */
export function retailSchema(isLinked: boolean, formData: FormData) {
  const needsManager = !isLinked && !formData.has("agreementMember");
  return z.object({
    company_inn: innField,
    company_actual_name_organization: optionalText(),
    company_actual_address_organization: requiredText("Укажите фактический адрес.", 500),
    company_segment_id: requiredText("Выберите сегмент."),
    company_segment_other:
      formData.get("company_segment_id") === OTHER_SEGMENT ? requiredText("Назовите сегмент.", 80) : optionalText(80),
    ...personFields,
    employee_position: optionalText(),
    curator: isLinked ? optionalText() : distributor,
    manager_contact: managerContact(formData, needsManager),
    promo_code: optionalText(64),
    ...consentFields,
  });
}

/** §3.5: the manager's phone as 11 digits or e-mail, by the switch; empty when none is needed or given. */
export function managerContact(formData: FormData, isNeeded: boolean): z.ZodType<string, z.ZodTypeDef, unknown> {
  if (!isNeeded && (formData.has("agreementMember") || isBlank(formData.get("manager_contact")))) {
    return z.unknown().transform(() => "");
  }
  const required = requiredText("Укажите менеджера по продажам или отметьте, что регистрируетесь без него.");
  return required.pipe(formData.get("manager_contact_mode") === "email" ? emailField : phoneField);
}

function isBlank(value: FormDataEntryValue | null): boolean {
  return typeof value !== "string" || value.trim() === "";
}
