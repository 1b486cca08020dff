import { expect, test } from "vitest";
import { managerRegistration, memberRegistration } from "../../contract/accounts";
import { exchangePrize } from "../../contract/prizes";

/** Names of the customer's specification: another name would be sent without any error. */
test("§3.8 the order request has exactly these fields", () => {
  expect(Object.keys(exchangePrize.input.shape)).toEqual([
    "prize_id",
    "face",
    "selected_additional_fields",
    "delivery_country",
    "delivery_city",
    "delivery_street",
    "delivery_house",
    "delivery_flat",
    "cdek_address_full",
    "cdek_pvz_code",
    "basket_uuid",
  ]);
});

test("§3.2 §3.3 the registration payloads have exactly these fields", () => {
  const shared = ["user_role", "phone", "email", "first_name", "last_name", "sur_name"];
  const origin = ["related_to_user_id", "is_allow_email_notify", "invite_id", "referral_from_user_id"];
  const retail = [
    "company_segment_id",
    "company_actual_name_organization",
    "company_actual_address_organization",
    "company_inn",
    "employee_position",
    "promo_code",
  ];
  expect(Object.keys(managerRegistration.shape).sort()).toEqual([...shared, ...origin].sort());
  expect(Object.keys(memberRegistration.shape).sort()).toEqual([...shared, ...retail, ...origin].sort());
});
