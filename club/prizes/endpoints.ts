import type { Endpoint } from "../http/endpoint";
import { exchangePrizeEndpoint } from "./exchange-prize";
import { listPrizesEndpoint } from "./list-prizes";
import { countUnseenPrizesEndpoint, resetUnseenPrizesEndpoint } from "./prize-counter";
import { listCharacteristicsEndpoint, listMobileOperatorsEndpoint, paymentsAgentEndpoint } from "./prize-lookups";

export const endpoints: readonly Endpoint[] = [
  listPrizesEndpoint,
  countUnseenPrizesEndpoint,
  resetUnseenPrizesEndpoint,
  listCharacteristicsEndpoint,
  listMobileOperatorsEndpoint,
  paymentsAgentEndpoint,
  exchangePrizeEndpoint,
];
