import { Command as CommanderCommand } from "commander";
import { findPerson } from "../accounts/find-person";
import { fullName } from "../accounts/person";
import { type Erasure, ErasureRefusedError, erasePerson } from "../privacy/erase-person";
import type { Services } from "../services";
import { type Command, UsageError } from "./command";

export const erasePersonCommand: Command<{ yes?: true }, readonly [contact: string]> = {
  declare: () =>
    new CommanderCommand("erase-person")
      .description(
        "Show what erasing a person would change; with --yes, erase. Entries, deals and orders stay under a pseudonym; " +
          "phone and e-mail are free for a new registration. It can't be undone.",
      )
      .argument("<phone|e-mail|id>")
      .option("--yes", "erase"),
  async run({ services, args: [contact], options, print }) {
    const person = await findPerson(services, contact);
    const { changed, points } = await erase(services, person.id, options.yes ?? false);
    print(
      options.yes ? `Person ${person.id} is erased:` : `${fullName(person)}, person ${person.id}, would be erased:`,
    );
    for (const [name, rows] of Object.entries(changed)) print(`  ${name}: ${rows}`);
    if (points > 0) print(`  points that nobody can spend any more: ${points}`);
    if (!options.yes)
      print("Nothing has been changed. To erase, repeat the command with --yes; export-person comes before.");
    return undefined;
  },
};

/** A preview does all of it and takes it back, so that it counts exactly what would change. */
class Preview extends Error {
  constructor(readonly erasure: Erasure) {
    super("preview");
  }
}

async function erase(services: Services, userId: number, isFinal: boolean): Promise<Erasure> {
  try {
    return await services.db.transaction().execute(async (trx) => {
      const erasure = await erasePerson(trx, services, userId);
      if (!isFinal) throw new Preview(erasure);
      return erasure;
    });
  } catch (error) {
    if (error instanceof Preview) return error.erasure;
    if (error instanceof ErasureRefusedError) throw new UsageError(error.message);
    throw error;
  }
}
