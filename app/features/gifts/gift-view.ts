import type { Size } from "../../../contract/characteristics";
import type { GiftHandler } from "../../../contract/values";

/** A size of a souvenir. */
export type SizeView = Size;

/** A gift that can be ordered: a souvenir, or one of a group (500 points to a phone). */
export interface GiftView {
  id: string;
  name: string;
  description: string;
  picture: string;
  price: number;
  /** Empty for what has no sizes. */
  sizes: SizeView[];
  /** Whether it has sizes is known on its page only: their list doesn't say whose they are. */
  asksOnPage: boolean;
  /** Of certificates. */
  retailer: string;
  /** Why it can't be ordered here; empty when it can. */
  obstacle: string;
}

/** What has one tag and one page: a single gift, or all gifts of a kind. */
export interface GiftGroup {
  /** The last part of its page's address: the gift's id, or the handler of the kind. */
  id: string;
  /** Empty for a kind that only the upstream knows. */
  handler: GiftHandler | "";
  name: string;
  description: string;
  picture: string;
  gifts: GiftView[];
}

/** What the tag of a group shows. */
export interface GiftTagView extends Omit<GiftGroup, "gifts"> {
  /** Of the cheapest gift. */
  price: number;
  /** There are several gifts to choose from. */
  hasChoice: boolean;
  sizes: SizeView[];
  asksOnPage: boolean;
  obstacle: string;
}

/** A gift that a participant may choose to save for. */
export interface GoalChoice {
  id: string;
  name: string;
  price: number;
}

/** What a participant saves for. */
export interface GoalView {
  name: string;
  price: number;
  /** By the participant; otherwise it is the nearest one. */
  isChosen: boolean;
}

/** The filter of the gifts page, as its address has it. */
export interface GiftFilter {
  type: GiftHandler | "";
  /** Only gifts that the balance is enough for. */
  enough: boolean;
}

/** The filter as a query with its question mark; empty where all gifts are shown. */
export function filterQuery({ type, enough }: GiftFilter): string {
  const query = new URLSearchParams();
  if (type) query.set("type", type);
  if (enough) query.set("enough", "1");
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** Sizes to choose from. Those out of stock say so and can't be chosen. */
export function listSizes(sizes: readonly SizeView[]) {
  return sizes.map(({ value, inStock }) => ({
    value,
    label: inStock ? value : `${value} — закончился`,
    disabled: !inStock,
  }));
}

/** The id of a gift's tag in the list, which the page comes back to after it was put into the cart. */
export function giftTagId(id: string): string {
  return `tag-${id}`;
}
