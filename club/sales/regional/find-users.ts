import { findUsersByInn } from "../../../contract/regional";
import { fullName } from "../../people/accounts/person";
import { endpoint } from "../../platform/http/endpoint";
import { inSearchArea } from "./search-area";

const roleTitles = { curator: "Куратор", manager: "Менеджер", member: "Магазин или сервис", tadam: "Тадам" } as const;

/** Finds participants by the INN of their company: its owner and, for a distributor, its managers (§6.4). */
export const findUsersByInnEndpoint = endpoint(findUsersByInn, async ({ inn }, { services: { db }, actor }) => {
  const users = await db
    .selectFrom("companies")
    .innerJoin("users", (join) =>
      join.on((on) =>
        on.or([
          on("users.id", "=", on.ref("companies.owner_id")),
          on.and([
            on("companies.kind", "=", "distributor"),
            on("users.role", "=", "manager"),
            on("users.curator_id", "=", on.ref("companies.owner_id")),
          ]),
        ]),
      ),
    )
    .select(["users.id", "users.role", "users.last_name", "users.first_name", "users.sur_name"])
    .select(["companies.actual_name_organization as company", "companies.inn"])
    .where("companies.inn", "=", inn)
    .where("users.is_disabled", "=", false)
    .where("users.phone_confirmed_at", "is not", null)
    .where(inSearchArea(actor))
    .orderBy("users.role")
    .orderBy("users.last_name")
    .orderBy("users.id")
    .execute();
  return users.map((user) => ({
    id: user.id,
    name: fullName(user),
    role: roleTitles[user.role],
    company: user.company,
    inn: user.inn,
  }));
});
