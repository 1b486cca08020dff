import type { GiftHandler } from "../../../../contract/values";
import { card } from "./card";
import { certificate } from "./certificate";
import { phone } from "./phone";
import type { PrizeKind } from "./prize-kind";
import { souvenir } from "./souvenir";

/** Every kind of prize by its `handler_system_name`. A new kind is a file in this folder and an entry here. */
export const prizeKinds = { phone, card, giftery: certificate, souvenir } satisfies Record<GiftHandler, PrizeKind>;

export type PrizeHandler = keyof typeof prizeKinds;

export const prizeHandlers = Object.keys(prizeKinds) as PrizeHandler[];

/** The kinds as operators read and choose them. */
export const kindNames = Object.fromEntries(
  prizeHandlers.map((handler) => [handler, prizeKinds[handler].title]),
) as Readonly<Record<PrizeHandler, string>>;

/** The kind of a stored prize; undefined for a handler that this version of the club doesn't know. */
export function findPrizeKind(handlerSystemName: string): PrizeKind | undefined {
  const handler = prizeHandlers.find((known) => known === handlerSystemName);
  return handler && prizeKinds[handler];
}
