import type { Db, Services } from "../services";
import { subnetOf } from "./network-address";

/** Days for which a network stays known after the person's last use of a session there. */
const KNOWN_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Records that a person is logged in from an address. */
export async function rememberNetwork(db: Db, services: Services, userId: number, address: string): Promise<void> {
  const network = subnetOf(address);
  if (network === "") return;
  const known_until = new Date(services.now().getTime() + KNOWN_DAYS * DAY_MS);
  await db
    .insertInto("known_networks")
    .values({ user_id: userId, network, known_until })
    .onConflict((conflict) => conflict.columns(["user_id", "network"]).doUpdateSet({ known_until }))
    .execute();
}

/** Whether the person was logged in from the surroundings of an address in the last 90 days. */
export async function isKnownNetwork(services: Services, userId: number, address: string): Promise<boolean> {
  const known = await services.db
    .selectFrom("known_networks")
    .select("known_until")
    .where("user_id", "=", userId)
    .where("network", "=", subnetOf(address))
    .where("known_until", ">", services.now())
    .executeTakeFirst();
  return known !== undefined;
}
