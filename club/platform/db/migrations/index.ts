import type { ClubMigration } from "../club-migration";
import * as m0001 from "./0001-club";
import * as m0002 from "./0002-reading-of-reports";
import * as m0003 from "./0003-evidence-of-orders";
import * as m0004 from "./0004-reasons-of-previews";
import * as m0005 from "./0005-operator-browsers";
import * as m0006 from "./0006-agreed-reports";
import * as m0007 from "./0007-points-of-a-day";
import * as m0008 from "./0008-first-reports";
import * as m0009 from "./0009-changed-contacts";
import * as m0010 from "./0010-corrected-sales";
import * as m0011 from "./0011-documents-of-sales";
import * as m0012 from "./0012-whole-periods";
import * as m0013 from "./0013-shown-sales";
import * as m0014 from "./0014-content-version";
import * as m0015 from "./0015-oldest-release";
import * as m0016 from "./0016-orders-of-a-press";
import * as m0017 from "./0017-ledger-by-person";
import * as m0018 from "./0018-data-moves";

/**
 * Every migration by its name; they run in the order of their names. A released one is never edited or renamed.
 * `npm run schema` generates this list from the files of the folder; don't edit it.
 */
export const migrations: Record<string, ClubMigration> = {
  "0001-club": m0001,
  "0002-reading-of-reports": m0002,
  "0003-evidence-of-orders": m0003,
  "0004-reasons-of-previews": m0004,
  "0005-operator-browsers": m0005,
  "0006-agreed-reports": m0006,
  "0007-points-of-a-day": m0007,
  "0008-first-reports": m0008,
  "0009-changed-contacts": m0009,
  "0010-corrected-sales": m0010,
  "0011-documents-of-sales": m0011,
  "0012-whole-periods": m0012,
  "0013-shown-sales": m0013,
  "0014-content-version": m0014,
  "0015-oldest-release": m0015,
  "0016-orders-of-a-press": m0016,
  "0017-ledger-by-person": m0017,
  "0018-data-moves": m0018,
};
