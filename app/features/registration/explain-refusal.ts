import type { Refusal } from "../../../contract/reply";
import { alias, PHONE_LENGTH_MESSAGE } from "../../../contract/values";

/** §8.2 */
export const COMPANY_EXISTS_MESSAGE =
  "Компания с таким ИНН уже участвует в программе. Обратитесь в техническую поддержку.";

const MANAGER_DISABLED_MESSAGE =
  "Этот менеджер больше не участвует в программе. Отметьте «Согласен зарегистрироваться без менеджера по продажам».";

/** Puts the messages of §8.2 to §8.4 at the fields of the registration form. */
export function explainRefusal(refusal: Refusal): Refusal {
  const { aliases, fields } = refusal;
  if (aliases.includes(alias.companyExists)) return { ...refusal, fields: { company_inn: COMPANY_EXISTS_MESSAGE } };
  if (aliases.includes(alias.managerDisabled)) {
    return { ...refusal, fields: { manager_contact: MANAGER_DISABLED_MESSAGE } };
  }
  if (aliases.includes(alias.validation) && fields.phone) {
    return { ...refusal, fields: { ...fields, phone: PHONE_LENGTH_MESSAGE } };
  }
  return refusal;
}
