import { openClub } from "../../club/club";
import { readClubConfiguration } from "../../club/platform/configuration";
import { LOW_COST } from "../../tests/setup/low-cost-password";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Migrates the database of a new data folder and fills it as the first start of a club does. The demo's password is compared
 * at once, where a real one takes a third of a second: the journeys log in some hundred times.
 * @param demo whether people and contents are invented; a club that has started for real once is never filled as a demo
 */
export async function fillDataFolder(dataDir: string, { demo }: { demo: boolean }): Promise<void> {
  const configuration = readClubConfiguration({ NODE_ENV: "production", DATA_DIR: dataDir });
  const settings = { ...configuration.settings, passwordCost: LOW_COST };
  const club = await openClub({ ...configuration, settings, demo, work: false, log: quiet });
  await club.close();
}
