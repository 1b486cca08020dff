import { Command as CommanderCommand } from "commander";
import { restoreBackup } from "../../platform/backup/restore-backup";
import { verifyLedger } from "../../points/verify-ledger";
import type { MaintenanceCommand } from "./command";
import { parseText } from "./parsers";

export const restore: MaintenanceCommand<readonly [file: string]> = {
  declare: () =>
    new CommanderCommand("restore")
      .description("Restore a backup into a new DATA_DIR or an empty database. The portal must not run there.")
      .argument("<file>", "from backup", parseText),
  async maintain({ db, configuration, args: [file], print }) {
    const manifest = await restoreBackup(db, file, configuration);
    // What differs did so when the backup was made, too.
    const differences = (await verifyLedger(db)).length;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    print(`${rows} rows of ${manifest.tables.length} tables are restored as of ${manifest.createdAt}.`);
    print(
      differences === 0
        ? "The ledger holds."
        : `${differences} differences in the ledger, as when the backup was made: see verify-ledger.`,
    );
    return differences === 0 ? undefined : 1;
  },
};
