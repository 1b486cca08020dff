import { logout } from "../../../contract/accounts";
import { endpoint } from "../../platform/http/endpoint";

/** Ends the session of the caller's token; other sessions of the person go on. */
export const logOutEndpoint = endpoint(logout, async (_input, { services: { db }, actor }) => {
  await db.deleteFrom("sessions").where("token_hash", "=", actor.tokenHash).execute();
});
