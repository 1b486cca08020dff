import { Command as CommanderCommand } from "commander";
import { findPerson } from "../accounts/find-person";
import { issueRedirectToken } from "../accounts/redirect-token";
import type { Command } from "./command";

export const redirectToken: Command<object, readonly [contact: string]> = {
  declare: () =>
    new CommanderCommand("redirect-token")
      .description("Print a link that logs a participant in. It works once and for a few minutes.")
      .argument("<phone|e-mail>"),
  async run({ services, args: [contact], print }) {
    const person = await findPerson(services, contact);
    const token = await issueRedirectToken(services.db, services, person.id);
    print(`${services.settings.publicOrigin}/?token=${token}`);
    return undefined;
  },
};
