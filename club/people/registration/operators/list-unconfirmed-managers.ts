import { sql } from "kysely";
import { defineList, LIST_ROWS, pageOf } from "../../../platform/acts/view";
import type { Services } from "../../../platform/services";
import { fullName } from "../../accounts/person";

/** Managers with a confirmed phone whose choice of the distributor nobody has confirmed, oldest first. */
export const unconfirmedManagers = defineList({
  name: "unconfirmed-managers",
  group: "people",
  title: "Менеджеры без подтверждения",
  summary: "Managers whose distributor nobody has confirmed, oldest first.",
  roles: ["support"],
  filters: {},
  columns: [{ title: "Менеджер" }, { title: "Телефон" }, { title: "Дистрибьютор" }],
  today: [
    {
      title: "Менеджеры ждут подтверждения",
      filters: {},
      async count(services) {
        const { count } = await selectUnconfirmed(services)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        return count;
      },
    },
  ],
  async read(services, _filters, after) {
    const managers = await selectUnconfirmed(services)
      .select(["users.id", "users.phone", "users.last_name", "users.first_name", "users.sur_name"])
      .select((eb) =>
        eb
          .selectFrom("companies")
          .whereRef("companies.owner_id", "=", "users.curator_id")
          .where("companies.kind", "=", "distributor")
          .select(sql<string>`min(actual_name_organization)`.as("name"))
          .as("distributor"),
      )
      .where("users.id", ">", after ?? 0)
      .orderBy("users.id")
      .limit(LIST_ROWS + 1)
      .execute();
    return pageOf(managers, (manager) => ({
      cells: [fullName(manager), manager.phone, manager.distributor ?? ""],
      link: { card: "person", id: String(manager.id) },
    }));
  },
});

function selectUnconfirmed({ db }: Services) {
  return db
    .selectFrom("users")
    .where("users.role", "=", "manager")
    .where("users.curator_id", "is not", null)
    .where("users.phone_confirmed_at", "is not", null)
    .where("users.distributor_confirmed_at", "is", null)
    .where("users.is_disabled", "=", false);
}
