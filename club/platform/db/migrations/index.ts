import type { Migration } from "kysely";
import * as m0001 from "./0001-club";
import * as m0002 from "./0002-unsubscribed-addresses";
import * as m0003 from "./0003-prize-kinds";
import * as m0004 from "./0004-confirmed-managers";
import * as m0006 from "./0006-points-without-overflow";
import * as m0008 from "./0008-sessions-and-passwords";
import * as m0009 from "./0009-privacy";
import * as m0010 from "./0010-indexes-of-long-tables";
import * as m0012 from "./0012-ledger-checkpoints";
import * as m0013 from "./0013-numbered-entries";
import * as m0014 from "./0014-deals-by-statement";
import * as m0015 from "./0015-counted-before";
import * as m0016 from "./0016-operators-and-acts";
import * as m0017 from "./0017-operator-sessions";
import * as m0018 from "./0018-people-and-messages";
import * as m0019 from "./0019-fulfilment";
import * as m0020 from "./0020-recalled-deals";
import * as m0021 from "./0021-stock-and-dated-rates";
import * as m0028 from "./0028-texts-of-erased-people";
import * as m0029 from "./0029-promotion-bonuses";
import * as m0030 from "./0030-points-in-time";
import * as m0031 from "./0031-report-previews";
import * as m0032 from "./0032-sale-claims";
import * as m0033 from "./0033-answers-of-acts";
import * as m0036 from "./0036-filtered-reminders";
import * as m0038 from "./0038-held-points";
import * as m0039 from "./0039-operator-identities";
import * as m0040 from "./0040-operator-passkeys";
import * as m0041 from "./0041-bonuses-by-statement";
import * as m0042 from "./0042-reading-of-reports";

/**
 * Every migration by its name; they run in the order of their names. A released one is never edited or renamed.
 * `npm run schema` generates this list from the files of the folder; don't edit it.
 */
export const migrations: Record<string, Migration> = {
  "0001-club": m0001,
  "0002-unsubscribed-addresses": m0002,
  "0003-prize-kinds": m0003,
  "0004-confirmed-managers": m0004,
  "0006-points-without-overflow": m0006,
  "0008-sessions-and-passwords": m0008,
  "0009-privacy": m0009,
  "0010-indexes-of-long-tables": m0010,
  "0012-ledger-checkpoints": m0012,
  "0013-numbered-entries": m0013,
  "0014-deals-by-statement": m0014,
  "0015-counted-before": m0015,
  "0016-operators-and-acts": m0016,
  "0017-operator-sessions": m0017,
  "0018-people-and-messages": m0018,
  "0019-fulfilment": m0019,
  "0020-recalled-deals": m0020,
  "0021-stock-and-dated-rates": m0021,
  "0028-texts-of-erased-people": m0028,
  "0029-promotion-bonuses": m0029,
  "0030-points-in-time": m0030,
  "0031-report-previews": m0031,
  "0032-sale-claims": m0032,
  "0033-answers-of-acts": m0033,
  "0036-filtered-reminders": m0036,
  "0038-held-points": m0038,
  "0039-operator-identities": m0039,
  "0040-operator-passkeys": m0040,
  "0041-bonuses-by-statement": m0041,
  "0042-reading-of-reports": m0042,
};
