import { card } from "./card";
import { certificate } from "./certificate";
import type { GiftKind } from "./gift-kind";
import { phone } from "./phone";
import { souvenir } from "./souvenir";

const kinds = { phone, card, giftery: certificate, souvenir } satisfies Record<string, GiftKind>;

/** The `handler_system_name` of a kind that the portal knows. */
export type GiftHandler = keyof typeof kinds;

/** Every kind of gift, in the order of the page. A new kind is a file in this folder and an entry here. */
export const giftKinds: Record<GiftHandler, GiftKind> = kinds;

export const giftHandlers = Object.keys(kinds) as GiftHandler[];

/** Gifts of a handler that only the upstream knows are shown and sent like souvenirs. */
export function readHandler(name: string): GiftHandler {
  return giftHandlers.find((handler) => handler === name) ?? "souvenir";
}
