import { Command as CommanderCommand } from "commander";
import { sql } from "kysely";
import { fullName } from "../accounts/person";
import type { Services } from "../services";
import { type Command, UsageError } from "./command";
import { findPerson } from "./find-person";

/** Confirms that a manager works for the distributor that the manager has chosen, or lists who waits for that. */
export const confirmManager: Command<object, readonly [contact: string | undefined]> = {
  declare: () =>
    new CommanderCommand("confirm-manager")
      .description(
        "Confirm that a manager works for the chosen distributor, whose data the manager may then search. " +
          "Managers whom the distributor's curator has invited need no confirmation. Without a contact, list who waits.",
      )
      .argument("[phone|e-mail]"),
  async run({ services, args: [contact], print }) {
    if (contact === undefined) {
      const waiting = await listUnconfirmed(services);
      for (const { name, phone, distributor } of waiting) print(`${phone}  ${name}  ${distributor}`);
      if (waiting.length === 0) print("No manager waits for a confirmation.");
      return undefined;
    }
    const person = await findPerson(services, contact);
    const confirmed = await services.db
      .updateTable("users")
      .set({ distributor_confirmed_at: services.now() })
      .where("id", "=", person.id)
      .where("role", "=", "manager")
      .where("curator_id", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!confirmed) throw new UsageError(`${contact} is no manager of a distributor.`);
    print(`${fullName(person)} may search the distributor's data.`);
    return undefined;
  },
};

/** Managers with a confirmed phone, oldest first, whose choice of the distributor nobody has confirmed. */
async function listUnconfirmed({ db }: Services) {
  const managers = await db
    .selectFrom("users")
    .innerJoin("companies", (join) =>
      join.onRef("companies.owner_id", "=", "users.curator_id").on("companies.kind", "=", "distributor"),
    )
    .select(["users.phone", "users.last_name", "users.first_name", "users.sur_name"])
    .select(sql<string>`min(companies.actual_name_organization)`.as("distributor"))
    .where("users.role", "=", "manager")
    .where("users.phone_confirmed_at", "is not", null)
    .where("users.distributor_confirmed_at", "is", null)
    .where("users.is_disabled", "=", false)
    .groupBy("users.id")
    .orderBy("users.id")
    .execute();
  return managers.map((manager) => ({ ...manager, name: fullName(manager) }));
}
