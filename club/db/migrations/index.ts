import type { Kysely } from "kysely";
import * as club from "./0001-club";
import * as unsubscribedAddresses from "./0002-unsubscribed-addresses";

/** Numbered migrations in the order in which they run. A landed one is never edited: the next change is the next number. */
export const migrations: readonly { name: string; up(db: Kysely<unknown>): Promise<void> }[] = [
  { name: "0001-club", up: club.up },
  { name: "0002-unsubscribed-addresses", up: unsubscribedAddresses.up },
];
