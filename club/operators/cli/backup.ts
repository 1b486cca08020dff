import { Command as CommanderCommand } from "commander";
import { writeBackup } from "../../platform/backup/write-backup";
import { findDataKeys } from "../../platform/seal/data-key";
import type { MaintenanceCommand } from "./command";
import { parseText } from "./parsers";

export const backup: MaintenanceCommand<readonly [file: string]> = {
  declare: () =>
    new CommanderCommand("backup")
      .description(
        "Write the club's data and the key of its sealed data into a new file, and check it. The portal may run. Keep the file secret.",
      )
      .argument("<file>", "such as club-2026-11-22.backup", parseText),
  async maintain({ db, configuration, args: [file], print }) {
    const { tables, createdAt } = await writeBackup(db, file, findDataKeys(configuration));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(`${file}: ${rows} rows of ${tables.length} tables as of ${createdAt}, read again and checked.`);
    return undefined;
  },
};
