import { type Characteristic, hasNoOwner, readSizes } from "../../../contract/characteristics";
import { readHandler } from "../../../contract/gift-words";
import { plainId } from "../../../contract/ids";
import { type Certificate, findAmbiguousIds, type Prize } from "../../../contract/prizes";
import { type GiftHandler, giftHandlers } from "../../../contract/values";
import { readConfiguration } from "../../lib/configuration.server";
import { keepUnits } from "../../lib/keep-units";
import { findPictureAddress } from "../../upstream/file-address.server";
import type { GiftFilter, GiftGroup, GiftTagView, GiftView } from "./gift-view";
import { hyphenate } from "./hyphenate.server";
import { findKind, giftKinds } from "./kinds";
import {
  warnOfEqualIds,
  warnOfLongId,
  warnOfSizesWithoutOwner,
  warnOfUnclearSizes,
  warnOfUnknownKind,
} from "./warn-of-gift.server";

interface PrizeList {
  items: readonly Prize[];
  certificates: readonly Certificate[];
}

/** Certificates come as a list of their own, without a handler (§3.6). */
const CERTIFICATE: GiftHandler = "giftery";

/** The gifts as the page shows them: those of most kinds as one group each, every souvenir and every gift of an unknown kind alone. */
export function groupGifts(list: PrizeList, characteristics: readonly Characteristic[]): GiftGroup[] {
  const { giftKinds: words } = readConfiguration();
  const ambiguous = findAmbiguousIds([...list.certificates, ...list.items]);
  const findHandler = (id: string, handler: GiftHandler | "") => (isUsable(id, ambiguous) ? handler : ("" as const));
  const gifts: { handler: GiftHandler | ""; gift: GiftView }[] = [
    ...list.certificates.map(({ image_url: picture, ...certificate }) => {
      const handler = findHandler(certificate.id, CERTIFICATE);
      const ordering = describeOrdering(handler, certificate.id, []);
      const name = keepUnits(certificate.name);
      return {
        handler,
        gift: { ...certificate, name, description: "", picture: findPictureAddress(picture), ...ordering },
      };
    }),
    ...list.items.map(({ handler_system_name, image_url: picture, ...prize }) => {
      const known = readHandler(handler_system_name, words);
      if (!known) warnOfUnknownKind(handler_system_name);
      const handler = findHandler(prize.id, known);
      const ordering = describeOrdering(handler, prize.id, characteristics);
      const texts = { name: keepUnits(prize.name), description: keepUnits(prize.description) };
      return { handler, gift: { ...prize, ...texts, picture: findPictureAddress(picture), retailer: "", ...ordering } };
    }),
  ];
  return [...giftHandlers, "" as const].flatMap((handler) =>
    groupKind(
      handler,
      gifts.filter((one) => one.handler === handler).map(({ gift }) => gift),
    ),
  );
}

/** The sizes of a gift, and why it can't be ordered: a kind or a choice that nobody understands is never guessed. */
function describeOrdering(
  handler: GiftHandler | "",
  id: string,
  characteristics: readonly Characteristic[],
): Pick<GiftView, "sizes" | "asksOnPage" | "obstacle"> {
  const plain = { sizes: [], asksOnPage: false, obstacle: "" };
  if (!handler) return { ...plain, obstacle: NOT_ORDERABLE };
  if (giftKinds[handler].group) return plain;
  const own = characteristics.filter(({ prize_id }) => plainId(prize_id) === plainId(id));
  const sizes = readSizes(own);
  if (!sizes) warnOfUnclearSizes(id);
  const asksOnPage = own.length === 0 && characteristics.some(hasNoOwner);
  if (asksOnPage) warnOfSizesWithoutOwner();
  return { sizes: sizes ?? [], asksOnPage, obstacle: sizes ? "" : NOT_ORDERABLE };
}

/** Characters of the longest prize id that the cart's cookie takes beside others. */
const LONGEST_ID = 200;

/** Whether a cart and an order can name a gift by its id. */
function isUsable(id: string, ambiguous: ReadonlySet<string>): boolean {
  const isLong = id.length > LONGEST_ID;
  if (isLong) warnOfLongId(id);
  const isOfOthers = ambiguous.has(plainId(id));
  if (isOfOthers) warnOfEqualIds(id);
  return !isLong && !isOfOthers;
}

const NOT_ORDERABLE = "Сейчас этот подарок нельзя заказать на сайте.";

/** Every gift that can be in a cart, by its id. */
export function indexGifts(groups: readonly GiftGroup[]) {
  return new Map(
    groups.flatMap(({ gifts, handler }) => gifts.map((gift) => [gift.id, { gift, kind: findKind(handler) }] as const)),
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
    name: hyphenate(group.name),
    description: hyphenate(group.description),
    price: Math.min(...gifts.map((gift) => gift.price)),
    hasChoice: gifts.length > 1,
    sizes: gifts[0]?.sizes ?? [],
    asksOnPage: gifts.some((gift) => gift.asksOnPage),
    obstacle: gifts[0]?.obstacle ?? "",
  };
}

export function readFilter(url: URL): GiftFilter {
  const wanted = url.searchParams.get("type");
  const type = giftHandlers.find((handler) => handler === wanted) ?? "";
  return { type, enough: url.searchParams.get("enough") === "1" };
}

function groupKind(handler: GiftHandler | "", gifts: GiftView[]): GiftGroup[] {
  const { group } = findKind(handler);
  if (!group || !handler) {
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
