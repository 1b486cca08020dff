import { card } from "./card";
import { certificate } from "./certificate";
import { phone } from "./phone";
import type { PrizeKind } from "./prize-kind";
import { souvenir } from "./souvenir";

/** Every kind of prize by its `handler_system_name`. A new kind is a file in this folder and an entry here. */
export const prizeKinds = { phone, card, giftery: certificate, souvenir } satisfies Record<string, PrizeKind>;

export type PrizeHandler = keyof typeof prizeKinds;

export function isPrizeHandler(name: string): name is PrizeHandler {
  return Object.hasOwn(prizeKinds, name);
}

/** The kind of a stored prize; undefined for a handler that this version of the club doesn't know. */
export function findPrizeKind(handler: string): PrizeKind | undefined {
  return isPrizeHandler(handler) ? prizeKinds[handler] : undefined;
}
