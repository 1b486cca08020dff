import { act } from "./act";
import { giftKind } from "./gift-kind";
import { balanceHolders, promoCodeLife, refusalWords, stalePage } from "./one-place";
import { registrationField } from "./registration-field";
import { reportColumn } from "./report-column";
import { upstreamCall } from "./upstream-call";

/** The recipes that are tried, as their files stand in CONTRIBUTING.md. */
export const recipes = [
  registrationField,
  giftKind,
  reportColumn,
  act,
  upstreamCall,
  refusalWords,
  balanceHolders,
  promoCodeLife,
  stalePage,
];
