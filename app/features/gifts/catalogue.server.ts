import type { Certificate, Characteristic, Prize } from "../../../contract/prizes";
import { type PrizeHandler, prizeHandlers } from "../../../contract/values";
import { POINT_RATE } from "../../lib/points";
import { type GiftFilter, type GiftGroup, type GiftTagView, type GiftView, giftTypes } from "./gift-view";

interface PrizeList {
  items: readonly Prize[];
  certificates: readonly Certificate[];
}

/** §3.6: the portal adds it to the list; its faces are the certificates. */
const CERTIFICATE_GIFT = {
  id: "giftery",
  name: "Подарочный сертификат",
  description: "Выберите сертификат и номинал, чтобы получить приз.",
} as const;

const kinds = {
  phone: { name: "Пополнение телефона", description: `Баланс любого мобильного номера: ${POINT_RATE}.` },
  card: { name: "Выплата на банковскую карту", description: `На карту российского банка: ${POINT_RATE}.` },
} as const;

/** The gifts by tags: top-ups, payouts and certificates as one kind each, every souvenir by itself. */
export function groupGifts(list: PrizeList, characteristics: readonly Characteristic[]): GiftGroup[] {
  const sizes = new Map(
    characteristics.filter(({ code }) => code === "size").map(({ prize_id, values }) => [prize_id, values]),
  );
  const gifts = list.items.map((prize) => ({
    handler: handlerOf(prize),
    gift: {
      id: prize.id,
      name: prize.name,
      description: prize.description,
      picture: prize.image_url,
      price: prize.price,
      retailer: "",
      sizes: (sizes.get(prize.id) ?? []).map(({ value, in_stock }) => ({ value, inStock: in_stock })),
    },
  }));
  const certificates = list.certificates.map((certificate) => ({
    id: certificate.id,
    name: certificate.name,
    description: "",
    picture: certificate.image_url,
    price: certificate.price,
    retailer: certificate.retailer,
    sizes: [],
  }));
  const ofHandler = (handler: PrizeHandler) => gifts.filter((one) => one.handler === handler).map(({ gift }) => gift);
  return [
    ...groupKind("phone", kinds.phone, ofHandler("phone")),
    ...groupKind("card", kinds.card, ofHandler("card")),
    ...groupKind("giftery", CERTIFICATE_GIFT, [...certificates, ...ofHandler("giftery")]),
    ...ofHandler("souvenir").map((gift) => ({
      id: gift.id,
      handler: "souvenir" as const,
      name: gift.name,
      description: gift.description,
      picture: gift.picture,
      gifts: [gift],
    })),
  ];
}

/** Every gift that can be in a cart, by its id. */
export function indexGifts(groups: readonly GiftGroup[]): Map<string, { gift: GiftView; handler: PrizeHandler }> {
  return new Map(groups.flatMap(({ gifts, handler }) => gifts.map((gift) => [gift.id, { gift, handler }] as const)));
}

/** @param points the balance, or null where none is shown */
export function filterGroups(groups: readonly GiftGroup[], filter: GiftFilter, points: number | null): GiftGroup[] {
  return groups
    .filter(({ handler }) => !filter.type || handler === filter.type)
    .filter(({ gifts }) => !filter.enough || points === null || gifts.some(({ price }) => price <= points));
}

/** A group as its tag shows it, without the faces that only its page needs. */
export function toTag({ gifts, ...group }: GiftGroup): GiftTagView {
  return {
    ...group,
    price: Math.min(...gifts.map((gift) => gift.price)),
    hasFaces: gifts.length > 1,
    sizes: gifts[0]?.sizes ?? [],
  };
}

export function readFilter(url: URL): GiftFilter {
  const wanted = url.searchParams.get("type");
  const type = giftTypes.find(({ value }) => value === wanted)?.value ?? "";
  return { type, enough: url.searchParams.get("enough") === "1" };
}

/** The cheapest gift that the balance isn't enough for yet; null when it is enough for all. */
export function findNextGift(groups: readonly GiftGroup[], points: number): { name: string; price: number } | null {
  const dearer = groups.flatMap(({ gifts }) => gifts).filter(({ price }) => price > points);
  const [first, ...rest] = dearer;
  if (!first) return null;
  const { name, price } = rest.reduce((least, gift) => (gift.price < least.price ? gift : least), first);
  return { name, price };
}

function groupKind(
  handler: PrizeHandler,
  kind: { id?: string; name: string; description: string },
  gifts: GiftView[],
): GiftGroup[] {
  if (gifts.length === 0) return [];
  const sorted = [...gifts].sort((a, b) => a.retailer.localeCompare(b.retailer, "ru") || a.price - b.price);
  return [{ ...kind, id: handler, handler, picture: sorted[0]?.picture ?? "", gifts: sorted }];
}

/** A handler of an upstream's own is sent like a souvenir. */
function handlerOf({ handler_system_name }: Prize): PrizeHandler {
  return prizeHandlers.find((handler) => handler === handler_system_name) ?? "souvenir";
}
