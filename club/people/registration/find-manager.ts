import { findManager } from "../../../contract/companies";
import { isEmail, phoneDigits } from "../../../contract/fields";
import { alias, PHONE_DIGITS } from "../../../contract/values";
import { endpoint } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import { findByLogin } from "../accounts/find-by-login";
import { fullName } from "../accounts/person";
import { disabledManagerError } from "./disabled-manager-error";

/** The reply contains a name and the call needs no login, so the limit keeps strangers from trying phone after phone. */
const LOOKUPS_PER_ADDRESS = 60;
const TEN_MINUTES_SECONDS = 10 * 60;

/**
 * Finds a sales manager by phone or e-mail for the registration form (§3.5, §5.9).
 * @throws RefusalError notFound, or managerDisabled for one who left (§8.4)
 */
export const findManagerEndpoint = endpoint(
  findManager,
  async ({ phone: contact }, { services }) => {
    const login = contact.includes("@") ? contact : phoneDigits(contact);
    if (!isEmail(login) && login.length !== PHONE_DIGITS) {
      throw new RefusalError(alias.validation, "Укажите телефон из 11 цифр или e-mail менеджера.", "manager_contact");
    }
    const user = await findByLogin(services.db, login);
    if (user?.role !== "manager" || user.is_system || !user.phone_confirmed_at) {
      const message = "Менеджер с такими контактами не найден. Проверьте телефон или e-mail.";
      throw new RefusalError(alias.notFound, message, "manager_contact");
    }
    if (user.is_disabled) throw disabledManagerError("manager_contact");
    const company =
      user.curator_id === null
        ? undefined
        : await services.db
            .selectFrom("companies")
            .select("actual_name_organization")
            .where("owner_id", "=", user.curator_id)
            .where("kind", "=", "distributor")
            .orderBy("id")
            .executeTakeFirst();
    return {
      id: user.id,
      manager_fio: fullName(user),
      curator_actual_name_organization: company?.actual_name_organization ?? "",
    };
  },
  { rateLimits: [{ name: "find-manager", by: "address", max: LOOKUPS_PER_ADDRESS, seconds: TEN_MINUTES_SECONDS }] },
);
