import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command as CommanderCommand } from "commander";
import { findPerson } from "../accounts/find-person";
import { fullName } from "../accounts/person";
import { exportPerson } from "../privacy/export-person";
import { type Command, UsageError } from "./command";
import { parseText } from "./parsers";

export const exportPersonCommand: Command<{ out?: string }, readonly [contact: string]> = {
  declare: () =>
    new CommanderCommand("export-person")
      .description(
        "Write everything that the club holds on a person into a new folder that only you can read: person.json, passports, " +
          "uploads. Passwords and tokens are left out. Keep the folder secret, and delete it once it was handed over.",
      )
      .argument("<phone|e-mail|id>")
      .option("--out <folder>", "by default person-<id>", parseText),
  async run({ services, args: [contact], options, print }) {
    const person = await findPerson(services, contact);
    const folder = options.out ?? `person-${person.id}`;
    await createFolder(folder);
    const { tables, files } = await exportPerson(services, person);
    const write = (name: string, content: string | Buffer) =>
      writeFile(path.join(folder, name), content, { flag: "wx", mode: 0o600 });
    const json = { exported_at: services.now().toISOString(), person: person.id, ...tables };
    await write("person.json", `${JSON.stringify(json, null, 2)}\n`);
    for (const { name, content } of files) await write(name, content);
    const rows = Object.values(tables).reduce((sum, table) => sum + table.length, 0);
    print(`${folder}: ${rows} rows and ${files.length} files of ${fullName(person)}.`);
    return undefined;
  },
};

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === "EEXIST" ? `${folder} exists already. Choose another name.` : `${folder} can't be created.`,
    );
  });
}
