import { Command as CommanderCommand } from "commander";
import { findPerson } from "../accounts/find-person";
import { fullName } from "../accounts/person";
import type { Command } from "./command";

export const logOut: Command<object, readonly [contact: string]> = {
  declare: () =>
    new CommanderCommand("log-out")
      .description("End every session of a participant, such as after a lost phone. The password goes on to work.")
      .argument("<phone|e-mail>"),
  async run({ services, args: [contact], print }) {
    const person = await findPerson(services, contact);
    const { numDeletedRows } = await services.db
      .deleteFrom("sessions")
      .where("user_id", "=", person.id)
      .executeTakeFirst();
    print(`${fullName(person)} is logged out: ${numDeletedRows} sessions ended.`);
    return undefined;
  },
};
