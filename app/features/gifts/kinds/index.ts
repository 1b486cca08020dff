import type { GiftHandler } from "../../../../contract/values";
import { card } from "./card";
import { certificate } from "./certificate";
import type { GiftKind } from "./gift-kind";
import { phone } from "./phone";
import { souvenir } from "./souvenir";

/** Every kind of gift. A new kind is a file in this folder and an entry here. */
export const giftKinds: Record<GiftHandler, GiftKind> = { phone, card, giftery: certificate, souvenir };

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
