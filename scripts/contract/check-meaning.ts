import { z } from "zod";
import { findTokenFault } from "../../app/session/session.server";
import type { LoginResult } from "../../contract/accounts";
import type { CallDescriptor, CallReply } from "../../contract/call";
import { type Characteristic, hasNoOwner, readSizes } from "../../contract/characteristics";
import { type GiftWords, readHandler } from "../../contract/gift-words";
import { plainId } from "../../contract/ids";
import { findAmbiguousIds, listCharacteristics, listMobileOperators, listPrizes } from "../../contract/prizes";
import { findRows, isExtensionField, isRecord } from "../../contract/reply-fields";
import { suggestDelivery } from "../../contract/suggestions";
import { giftHandlers } from "../../contract/values";
import { findNamelessRows } from "./check-names";
import { coreOf } from "./compare-value";
import type { MadeCall } from "./made-call";
import { nameOf } from "./name-of";
import type { JudgedDeviation } from "./report";

/** What a reply that can be read means all the same, and what nobody finds on the page then; empty when it is there. */
export interface Meaning {
  readonly deviations: readonly JudgedDeviation[];
  readonly lack: string;
}

/**
 * Judges what the portal refuses to guess: kinds and sizes of gifts, tokens that it can't keep, and lists under names
 * that it doesn't know.
 * @param raw the result as it came
 * @param result the result as the portal reads it
 */
export function judgeMeaning(made: MadeCall, raw: unknown, result: unknown): Meaning {
  const own = judgeOwn(made, result);
  const nameless = findNamelessRows(nameOf(made.descriptor), result);
  const all = nameless.find(({ count, of }) => count === of);
  return {
    deviations: [...own.deviations, ...nameless, ...findUnreadLists(made.descriptor, raw, result)],
    lack: own.lack || (all ? `nobody can tell what the rows are: ${all.place}` : ""),
  };
}

function judgeOwn({ descriptor, input, giftKinds }: MadeCall, result: unknown): Meaning {
  if (result === undefined) return { deviations: [], lack: "" };
  if (descriptor.path === listPrizes.path) return judgeGifts(result as CallReply<typeof listPrizes>, giftKinds);
  if (descriptor.path === listCharacteristics.path) return judgeSizes(result as Characteristic[], "prize_id" in input);
  if (descriptor.path === listMobileOperators.path) {
    return judgeChoice(result as CallReply<typeof listMobileOperators>, "no phone can be topped up");
  }
  if (descriptor.path === suggestDelivery.path) {
    const { cities, addresses } = result as CallReply<typeof suggestDelivery>;
    return judgeChoice("city" in input ? addresses : cities, "no souvenir can be delivered");
  }
  return { deviations: [], lack: descriptor.path.startsWith("login") ? judgeToken(result as LoginResult) : "" };
}

/** A choice that a kind of gift needs. A shop without that kind does without it. */
function judgeChoice(rows: readonly unknown[], portal: string): Meaning {
  const place = "(result)";
  const nothing = { place, came: "nothing to choose from", promised: "at least one row", portal, count: 1, of: 1 };
  return { deviations: rows.length > 0 ? [] : [{ ...nothing, effect: "loses-row" }], lack: "" };
}

const NOT_ORDERABLE = "the gift is shown and can't be ordered";

function judgeGifts({ items, certificates }: CallReply<typeof listPrizes>, words: GiftWords): Meaning {
  const count = items.filter(({ handler_system_name }) => readHandler(handler_system_name, words) === "").length;
  const equal = findEqualIds([...items, ...certificates]);
  if (count === 0) return { deviations: equal, lack: "" };
  const deviation: JudgedDeviation = {
    place: "items.*.handler_system_name",
    came: "no known word",
    promised: `one of ${giftHandlers.join(", ")}`,
    portal: NOT_ORDERABLE,
    effect: "loses-row",
    count,
    of: items.length,
  };
  const isEvery = count === items.length && certificates.length === 0;
  return { deviations: [...equal, deviation], lack: isEvery ? "no gift can be ordered: all are of unknown kinds" : "" };
}

/** Gifts that an order can't tell apart. One that is listed twice is the same gift. */
function findEqualIds(gifts: Parameters<typeof findAmbiguousIds>[0]): JudgedDeviation[] {
  const ambiguous = findAmbiguousIds(gifts);
  const count = gifts.filter(({ id }) => ambiguous.has(plainId(id))).length;
  if (count === 0) return [];
  const place = "items.*.id";
  const same = { place, came: "the id of another gift", promised: "an id of its own", portal: NOT_ORDERABLE };
  return [{ ...same, effect: "loses-row", count, of: gifts.length }];
}

/** @param isOfOne whether one gift's were asked for, which need not say so */
function judgeSizes(characteristics: readonly Characteristic[], isOfOne: boolean): Meaning {
  const ofNobody = isOfOne ? [] : judgeOwners(characteristics);
  const prizes = new Set(characteristics.map(({ prize_id }) => plainId(prize_id)));
  const ownOf = (prize: string) => characteristics.filter(({ prize_id }) => plainId(prize_id) === prize);
  const count = [...prizes].filter((prize) => readSizes(ownOf(prize)) === null).length;
  if (count === 0) return { deviations: ofNobody, lack: "" };
  const deviation: JudgedDeviation = {
    place: "*.values",
    came: "choices that can't be understood",
    promised: "the code size, and values with a text",
    portal: NOT_ORDERABLE,
    effect: "loses-row",
    count,
    of: prizes.size,
  };
  return {
    deviations: [...ofNobody, deviation],
    lack: count === prizes.size ? "no gift with sizes can be ordered" : "",
  };
}

/** Sizes that nobody can choose in the list of gifts. */
function judgeOwners(characteristics: readonly Characteristic[]): JudgedDeviation[] {
  const count = characteristics.filter(hasNoOwner).length;
  if (count === 0) return [];
  return [
    {
      place: "*.prize_id",
      came: "no id of a gift",
      promised: "text",
      portal: "each gift asks for its size on its own page only",
      effect: "tolerated",
      count,
      of: characteristics.length,
    },
  ];
}

function judgeToken({ access_token: token, user_id: userId, promo_group }: LoginResult): string {
  const fault = findTokenFault({ token, userId, role: promo_group.system_name });
  if (fault === "token-too-long") return "nobody can log in: the access_token is too long for cookies";
  return fault === "token-unusable" ? "nobody can log in: no header can carry the access_token" : "";
}

/** Lists that are missing beside a list under a name that the portal doesn't know: their rows aren't shown. */
function findUnreadLists(descriptor: CallDescriptor, raw: unknown, result: unknown): JudgedDeviation[] {
  const core = descriptor.reply instanceof z.ZodType ? coreOf(descriptor.reply) : undefined;
  if (!(core instanceof z.ZodObject) || !isRecord(raw) || !isRecord(result)) return [];
  const shape: z.ZodRawShape = core.shape;
  const lists = Object.keys(shape).filter((name) => isList(shape[name]) && !isExtensionField(shape[name]?._def));
  const isUnknown = ([name, value]: [string, unknown]) => !(name in shape) && Boolean(findRows(value)?.some(isRecord));
  // A reply with none of its lists is read as the only one.
  const hasNone = !lists.some((name) => name in raw);
  if (hasNone || !Object.entries(raw).some(isUnknown)) return [];
  return lists
    .filter((name) => !(name in raw) && findRows(result[name])?.length === 0)
    .map((place) => ({
      ...{ place, came: "missing beside a list of another name", promised: "list" },
      ...{ portal: "its rows aren't shown", effect: "loses-row" as const, count: 1, of: 1 },
    }));
}

function isList(field: z.ZodTypeAny | undefined): boolean {
  const core = field && coreOf(field);
  return core instanceof z.ZodArray || (core instanceof z.ZodObject && "items" in core.shape);
}
