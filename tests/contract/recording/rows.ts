import { account } from "./account";
import { companies } from "./companies";
import { content } from "./content";
import { deals } from "./deals";
import { invites } from "./invites";
import { prizes } from "./prizes";
import { promotions } from "./promotions";
import { regional } from "./regional";
import type { Row } from "./row";

/** What people do in the portal, by the resources of the specification's section 7. */
export const rows: readonly Row[] = [
  ...companies,
  ...content,
  ...account,
  ...prizes,
  ...invites,
  ...deals,
  ...promotions,
  ...regional,
];
