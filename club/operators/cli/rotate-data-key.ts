import { Command as CommanderCommand } from "commander";
import { dropOldDataKeys, rotateDataKeys } from "../../platform/seal/rotate-data-keys";
import type { MaintenanceCommand } from "./command";

export const rotateDataKey: MaintenanceCommand = {
  declare: () =>
    new CommanderCommand("rotate-data-key").description(
      "Seal documents and cards with a new key, and check that it opens all of them. The portal may run; the old key stays.",
    ),
  async maintain({ db, configuration, print }) {
    const rows = await rotateDataKeys(db, configuration);
    print(`${rows} rows are sealed with the new key, and every value was opened with it.`);
    print("Make a backup, which then has the new key. Then remove the old one: npm run club -- drop-old-data-keys");
    return undefined;
  },
};

export const dropOldDataKeysCommand: MaintenanceCommand = {
  declare: () =>
    new CommanderCommand("drop-old-data-keys").description(
      "Remove the keys with which nothing is sealed any more. Backups keep those that they were made with.",
    ),
  async maintain({ db, configuration, print }) {
    const dropped = await dropOldDataKeys(db, configuration);
    print(dropped === 0 ? "There is no old key." : `Removed keys: ${dropped}.`);
    return undefined;
  },
};
