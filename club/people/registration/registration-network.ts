import { subnetOf } from "../../platform/http/network-address";
import type { Services } from "../../platform/services";

/** Whether a call about a phone comes from the surroundings in which its unconfirmed registration was made. */
export async function isRegistrationNetwork({ db }: Services, phone: string, address: string): Promise<boolean> {
  const network = subnetOf(address);
  if (network === "") return false;
  const registration = await db
    .selectFrom("users")
    .select("id")
    .where("phone", "=", phone)
    .where("phone_confirmed_at", "is", null)
    .where("registration_network", "=", network)
    .executeTakeFirst();
  return registration !== undefined;
}
