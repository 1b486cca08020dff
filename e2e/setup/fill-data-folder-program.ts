/** Run by `fillDataFolder` with a data folder, and "demo" where people and contents are invented. */
import { openClub } from "../../club/club";
import { readClubConfiguration } from "../../club/platform/configuration";
import { LOW_COST } from "../../tests/setup/low-cost-password";

const [dataDir, kind] = process.argv.slice(2);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const configuration = readClubConfiguration({ NODE_ENV: "production", DATA_DIR: dataDir });
const settings = { ...configuration.settings, passwordCost: LOW_COST };
const club = await openClub({ ...configuration, settings, demo: kind === "demo", work: false, log: quiet });
await club.close();
