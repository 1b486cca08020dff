import { newcomers } from "../../../club/demo/companies";
import { firstChoice } from "../../setup/demo";
import type { Typed } from "../../setup/portal-browser";
import type { RecordedPortal } from "../../setup/recorded-portal";

/** What a person types into both registration forms. */
export const typedPerson = {
  last_name: " Петров ",
  first_name: "Пётр",
  sur_name: "Петрович",
  policy: true,
  dataAgreement: true,
};

/** The same as it is sent. */
export const sentPerson = { last_name: "Петров", first_name: "Пётр", sur_name: "Петрович" };

/**
 * Fills in the registration of a shop that isn't in the club yet, with a sales manager.
 * @param number 10 to 99, makes the shop different from the others
 * @returns the fields that are always sent
 */
export async function registerShop(portal: RecordedPortal, number: number, change: Record<string, Typed> = {}) {
  const browser = portal.guest();
  const { document } = await browser.open("/register/member");
  const segment = firstChoice(document, "company_segment_id");
  const company_inn = newcomers[number]?.inn ?? "";
  await browser.submit(
    {
      ...typedPerson,
      phone: `8 (912) 100-00-${number}`,
      email: ` shop${number}@example.ru`,
      company_inn: `${company_inn.slice(0, 4)} ${company_inn.slice(4)}`,
      company_actual_name_organization: " Гараж ",
      company_actual_address_organization: "г. Тверь, ул. Лесная, д. 4",
      company_segment_id: segment,
      curator: firstChoice(document, "curator"),
      manager_contact: "+7 900 000-00-02",
      employee_position: "Директор",
      ...change,
    },
    "Зарегистрироваться",
  );
  return {
    user_role: "member",
    ...sentPerson,
    phone: `791210000${number}`,
    email: `shop${number}@example.ru`,
    company_inn,
    company_actual_name_organization: "Гараж",
    company_actual_address_organization: "г. Тверь, ул. Лесная, д. 4",
    company_segment_id: Number(segment),
    employee_position: "Директор",
    promo_code: "",
    is_allow_email_notify: 0,
  };
}
