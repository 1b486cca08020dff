import { logout } from "../../contract/accounts";
import { endpoint } from "../http/endpoint";

/** Ends the session of this token and no other. */
export const logOutEndpoint = endpoint(logout, async (_input, { services: { db }, actor }) => {
  await db.deleteFrom("sessions").where("token_hash", "=", actor.tokenHash).execute();
});
