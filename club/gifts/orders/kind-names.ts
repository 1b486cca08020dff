import { type PrizeHandler, prizeHandlers, prizeKinds } from "../prizes/kinds";

/** The kinds of gifts as operators read them. */
export const kindNames = Object.fromEntries(
  prizeHandlers.map((handler) => [handler, prizeKinds[handler].title]),
) as Readonly<Record<PrizeHandler, string>>;
