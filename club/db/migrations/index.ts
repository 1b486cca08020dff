import type { Migration } from "kysely";
import * as club from "./0001-club";
import * as unsubscribedAddresses from "./0002-unsubscribed-addresses";
import * as prizeKinds from "./0003-prize-kinds";

/** Every migration by its name; they run in the order of their names. A released one is never edited or renamed. */
export const migrations: Record<string, Migration> = {
  "0001-club": club,
  "0002-unsubscribed-addresses": unsubscribedAddresses,
  "0003-prize-kinds": prizeKinds,
};
