import { plainId } from "../../../contract/ids";
import type { Certificate, Characteristic, Prize } from "../../../contract/prizes";
import { findPictureAddress } from "../../upstream/file-address.server";
import type { GiftFilter, GiftGroup, GiftTagView, GiftView } from "./gift-view";
import { type GiftHandler, giftHandlers, giftKinds, readHandler } from "./kinds";
import type { GiftKind } from "./kinds/gift-kind";

interface PrizeList {
  items: readonly Prize[];
  certificates: readonly Certificate[];
}

/** Certificates come as a list of their own, without a handler (§3.6). */
const CERTIFICATE: GiftHandler = "giftery";

/** The gifts as the page shows them: those of most kinds as one group each, every souvenir by itself. */
export function groupGifts(list: PrizeList, characteristics: readonly Characteristic[]): GiftGroup[] {
  const sizes = new Map(
    characteristics
      .filter(({ code }) => code === "size" || code === "")
      .map(({ prize_id, values }) => [plainId(prize_id), values]),
  );
  const gifts: { handler: GiftHandler; gift: GiftView }[] = [
    ...list.certificates.map(({ image_url: picture, ...certificate }) => ({
      handler: CERTIFICATE,
      gift: { ...certificate, description: "", picture: findPictureAddress(picture), sizes: [] },
    })),
    ...list.items.map(({ handler_system_name, image_url: picture, ...prize }) => ({
      handler: readHandler(handler_system_name),
      gift: {
        ...prize,
        picture: findPictureAddress(picture),
        retailer: "",
        sizes: (sizes.get(plainId(prize.id)) ?? []).map(({ value, in_stock }) => ({ value, inStock: in_stock })),
      },
    })),
  ];
  return giftHandlers.flatMap((handler) =>
    groupKind(
      handler,
      gifts.filter((one) => one.handler === handler).map(({ gift }) => gift),
    ),
  );
}

/** Every gift that can be in a cart, by its id. */
export function indexGifts(groups: readonly GiftGroup[]): Map<string, { gift: GiftView; kind: GiftKind }> {
  return new Map(
    groups.flatMap(({ gifts, handler }) => gifts.map((gift) => [gift.id, { gift, kind: giftKinds[handler] }] as const)),
  );
}

/** @param points the balance; null for a participant who collects no points */
export function filterGroups(groups: readonly GiftGroup[], filter: GiftFilter, points: number | null): GiftGroup[] {
  return groups
    .filter(({ handler }) => !filter.type || handler === filter.type)
    .filter(({ gifts }) => !filter.enough || points === null || gifts.some(({ price }) => price <= points));
}

/** A group as its tag shows it, without the gifts that only its page needs. */
export function toTag({ gifts, ...group }: GiftGroup): GiftTagView {
  return {
    ...group,
    price: Math.min(...gifts.map((gift) => gift.price)),
    hasChoice: gifts.length > 1,
    sizes: gifts[0]?.sizes ?? [],
  };
}

export function readFilter(url: URL): GiftFilter {
  const wanted = url.searchParams.get("type");
  const type = giftHandlers.find((handler) => handler === wanted) ?? "";
  return { type, enough: url.searchParams.get("enough") === "1" };
}

/** The cheapest gift that the balance isn't enough for yet; null where it is enough for all. */
export function findNextGift(groups: readonly GiftGroup[], points: number): { name: string; price: number } | null {
  const dearer = groups.flatMap(({ gifts }) => gifts).filter(({ price }) => price > points);
  const [first, ...rest] = dearer;
  if (!first) return null;
  const { name, price } = rest.reduce((least, gift) => (gift.price < least.price ? gift : least), first);
  return { name, price };
}

function groupKind(handler: GiftHandler, gifts: GiftView[]): GiftGroup[] {
  const { group } = giftKinds[handler];
  if (!group) {
    return gifts.map((gift) => ({
      id: gift.id,
      handler,
      name: gift.name,
      description: gift.description,
      picture: gift.picture,
      gifts: [gift],
    }));
  }
  if (gifts.length === 0) return [];
  const sorted = gifts.toSorted((a, b) => a.retailer.localeCompare(b.retailer, "ru") || a.price - b.price);
  const { name, description } = group;
  return [{ id: handler, handler, name, description, picture: sorted[0]?.picture ?? "", gifts: sorted }];
}
