import { type Endpoint, listEndpoints } from "../../platform/http/endpoint";
import * as checkDocuments from "./check-documents";
import * as exchangePrize from "./exchange-prize";
import * as listPrizes from "./list-prizes";
import * as prizeCounter from "./prize-counter";
import * as prizeLookups from "./prize-lookups";

export const endpoints: readonly Endpoint[] = listEndpoints([
  checkDocuments,
  exchangePrize,
  listPrizes,
  prizeCounter,
  prizeLookups,
]);
