import type { Migration } from "kysely";
import * as m0001 from "./0001-club";
import * as m0002 from "./0002-reading-of-reports";
import * as m0003 from "./0003-evidence-of-orders";
import * as m0004 from "./0004-reasons-of-previews";
import * as m0005 from "./0005-operator-browsers";

/**
 * Every migration by its name; they run in the order of their names. A released one is never edited or renamed.
 * `npm run schema` generates this list from the files of the folder; don't edit it.
 */
export const migrations: Record<string, Migration> = {
  "0001-club": m0001,
  "0002-reading-of-reports": m0002,
  "0003-evidence-of-orders": m0003,
  "0004-reasons-of-previews": m0004,
  "0005-operator-browsers": m0005,
};
