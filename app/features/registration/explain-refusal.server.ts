import type { RefusalEntry } from "../../../contract/refusal-entries";
import { composeRefusal, type Refusal } from "../../../contract/reply";
import { alias, COMPANY_EXISTS_MESSAGE, PHONE_LENGTH_MESSAGE } from "../../../contract/values";

const MANAGER_DISABLED_MESSAGE =
  "Этот менеджер больше не участвует в программе. Отметьте «Согласен зарегистрироваться без менеджера по продажам».";

/** Puts the messages of §8.2 to §8.4 at the fields of the registration form. The refusal's other messages stay. */
export function explainRefusal(refusal: Refusal): Refusal {
  const { status, entries = [refusal] } = refusal;
  return composeRefusal(status, entries.map(explainEntry));
}

function explainEntry(entry: RefusalEntry): RefusalEntry {
  const { aliases, message, fields } = entry;
  if (aliases.includes(alias.companyExists)) return moveTo("company_inn", COMPANY_EXISTS_MESSAGE, entry);
  if (aliases.includes(alias.managerDisabled)) return moveTo("manager_contact", MANAGER_DISABLED_MESSAGE, entry);
  if (aliases.includes(alias.validation) && fields.phone) {
    // The display message speaks of the phone unless another field has it too.
    const isAboutPhone = Object.keys(fields).length === 1;
    return {
      aliases,
      message: isAboutPhone ? PHONE_LENGTH_MESSAGE : message,
      fields: { ...fields, phone: PHONE_LENGTH_MESSAGE },
    };
  }
  return entry;
}

/** The entry with other words, at a field of the form; messages of its own that other fields have stay there. */
function moveTo(field: string, message: string, entry: RefusalEntry): RefusalEntry {
  const others = Object.entries(entry.fields).filter(([, said]) => said !== entry.message);
  return { aliases: entry.aliases, message, fields: { ...Object.fromEntries(others), [field]: message } };
}
