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

/** The kind of a `handler_system_name`, in any case; empty when only the upstream knows it. */
export function readHandler(name: string): GiftHandler | "" {
  return giftHandlers.find((handler) => handler === name.trim().toLowerCase()) ?? "";
}

/**
 * A gift of a kind that only the upstream knows. It is shown and can't be ordered: without knowing whether it needs a phone, a
 * card or a pickup point, points would be spent for nothing.
 */
const unknownKind: Omit<GiftKind & { readonly group: null }, "label" | "showcase"> = {
  ...souvenir,
  group: null,
  fields: [],
  tagName: "Подарок",
};

/** How the gifts of a handler look and are ordered. */
export function findKind(handler: GiftHandler | ""): Omit<GiftKind, "label" | "showcase"> {
  return handler ? giftKinds[handler] : unknownKind;
}
