import { endpoints as accounts } from "./accounts/endpoints";
import { endpoints as companies } from "./companies/endpoints";
import { endpoints as content } from "./content/endpoints";
import { endpoints as deals } from "./deals/endpoints";
import { endpoints as documents } from "./documents/endpoints";
import type { Endpoint } from "./http/endpoint";
import { endpoints as invites } from "./invites/endpoints";
import { endpoints as ledger } from "./ledger/endpoints";
import { endpoints as mailings } from "./mailings/endpoints";
import { endpoints as orders } from "./orders/endpoints";
import { endpoints as prizes } from "./prizes/endpoints";
import { endpoints as profile } from "./profile/endpoints";
import { endpoints as promotions } from "./promotions/endpoints";
import { endpoints as regional } from "./regional/endpoints";
import { endpoints as registration } from "./registration/endpoints";
import { endpoints as suggestions } from "./suggestions/endpoints";

/** Every endpoint of the API. */
export const endpoints: readonly Endpoint[] = [
  ...accounts,
  ...registration,
  ...profile,
  ...documents,
  ...mailings,
  ...companies,
  ...suggestions,
  ...content,
  ...prizes,
  ...orders,
  ...invites,
  ...deals,
  ...ledger,
  ...promotions,
  ...regional,
];
