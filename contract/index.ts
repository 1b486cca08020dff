import * as accounts from "./accounts";
import type { CallDescriptor } from "./call";
import * as companies from "./companies";
import * as content from "./content";
import * as deals from "./deals";
import * as extensions from "./extensions";
import * as invites from "./invites";
import * as overviews from "./overviews";
import * as prizes from "./prizes";
import * as promotions from "./promotions";
import * as regional from "./regional";
import * as reportPreviews from "./report-previews";
import * as saleClaims from "./sale-claims";
import * as suggestions from "./suggestions";

function isCall(value: unknown): value is CallDescriptor {
  return typeof value === "object" && value !== null && "audience" in value && "path" in value;
}

/** Every call of the specification, once, in the order of the resources. */
export const calls: readonly CallDescriptor[] = [
  companies,
  suggestions,
  content,
  accounts,
  prizes,
  invites,
  deals,
  promotions,
  regional,
].flatMap(listCalls);

/** The calls beyond the specification for passwords and sessions, which only this project's club is asked. */
export const extensionCalls: readonly CallDescriptor[] = listCalls(extensions);

/** The calls beyond the specification that give a page of this project's club what it would otherwise not have, or at length. */
export const overviewCalls: readonly CallDescriptor[] = [overviews, reportPreviews, saleClaims].flatMap(listCalls);

function listCalls(resource: Readonly<Record<string, unknown>>): CallDescriptor[] {
  return Object.values<unknown>(resource).filter(isCall);
}
