import type { PrizeHandler } from "../../../contract/values";

/** A size of a souvenir. */
export interface SizeView {
  value: string;
  inStock: boolean;
}

/** One gift or one face of a kind, as the page shows it. */
export interface GiftView {
  id: string;
  name: string;
  description: string;
  picture: string;
  price: number;
  /** Empty for what has no sizes. */
  sizes: SizeView[];
  /** Of certificates. */
  retailer: string;
}

/** What stands on one tag: a souvenir, or a kind with several faces to choose from. */
export interface GiftGroup {
  /** The end of its page's address: a prize id, or the handler of a kind. */
  id: string;
  handler: PrizeHandler;
  name: string;
  description: string;
  picture: string;
  gifts: GiftView[];
}

/** What the tag of a group shows. */
export interface GiftTagView extends Omit<GiftGroup, "gifts"> {
  /** Of the cheapest face. */
  price: number;
  /** There are several faces to choose from. */
  hasFaces: boolean;
  sizes: SizeView[];
}

export const giftTypes = [
  { value: "phone", label: "Пополнение телефона" },
  { value: "card", label: "Выплата на карту" },
  { value: "giftery", label: "Сертификаты" },
  { value: "souvenir", label: "Сувениры" },
] as const satisfies readonly { value: PrizeHandler; label: string }[];

/** The filter of the gifts page, as its address says it. */
export interface GiftFilter {
  type: PrizeHandler | "";
  /** Only what the balance is enough for. */
  enough: boolean;
}

/** The filter as the query of an address, with its question mark; empty for everything. */
export function filterQuery({ type, enough }: GiftFilter): string {
  const query = new URLSearchParams();
  if (type) query.set("type", type);
  if (enough) query.set("enough", "1");
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** Sizes to choose from; those that are gone say so and can't be chosen. */
export function listSizes(sizes: readonly { value: string; inStock: boolean }[]) {
  return sizes.map(({ value, inStock }) => ({
    value,
    label: inStock ? value : `${value} — закончился`,
    disabled: !inStock,
  }));
}
