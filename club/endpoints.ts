import { endpoints as content } from "./contents/endpoints";
import { endpoints as orders } from "./gifts/orders/endpoints";
import { endpoints as prizes } from "./gifts/prizes/endpoints";
import { endpoints as suggestions } from "./gifts/suggestions/endpoints";
import { endpoints as accounts } from "./people/accounts/endpoints";
import { endpoints as companies } from "./people/companies/endpoints";
import { endpoints as documents } from "./people/documents/endpoints";
import { endpoints as invites } from "./people/invites/endpoints";
import { endpoints as mailings } from "./people/mailings/endpoints";
import { endpoints as profile } from "./people/profile/endpoints";
import { createEndpoints as createRegistration } from "./people/registration/endpoints";
import { type Endpoint, listEndpoints } from "./platform/http/endpoint";
import { endpoints as ledger } from "./points/endpoints";
import * as overview from "./read-overview";
import { endpoints as deals } from "./sales/deals/endpoints";
import { endpoints as promotions } from "./sales/promotions/endpoints";
import { redeemRegistrationCode } from "./sales/promotions/promo-code";
import { endpoints as regional } from "./sales/regional/endpoints";

/** Every endpoint of the API. */
export const endpoints: readonly Endpoint[] = [
  ...accounts,
  ...createRegistration(redeemRegistrationCode),
  ...listEndpoints([overview]),
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
