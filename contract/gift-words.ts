import { type GiftHandler, giftHandlers } from "./values";

/** Words of an upstream's own for kinds of gifts, in small letters, and the kinds that they mean. */
export type GiftWords = ReadonlyMap<string, GiftHandler>;

/** What the setting GIFT_KINDS has to be. */
export const GIFT_WORDS_RULE = `must be words of your own and what each of them means (${giftHandlers.join(", ")}), such as mobile=phone,bank=card`;

/** Reads `mobile=phone, bank_card=card`. Null for a word without a known kind, and for one that means two. */
export function readGiftWords(text: string): GiftWords | null {
  const words = new Map<string, GiftHandler>();
  for (const pair of text.split(",")) {
    const [word = "", handler = "", ...rest] = pair.split("=").map((part) => part.trim().toLowerCase());
    const isKnown = isHandler(word) || words.has(word);
    if (word === "" || isKnown || !isHandler(handler) || rest.length > 0) return null;
    words.set(word, handler);
  }
  return words;
}

/** The kind of a `handler_system_name`, in any case; empty when neither the portal nor the setting knows it. */
export function readHandler(name: string, words: GiftWords): GiftHandler | "" {
  const word = name.trim().toLowerCase();
  return isHandler(word) ? word : (words.get(word) ?? "");
}

function isHandler(word: string): word is GiftHandler {
  return giftHandlers.some((handler) => handler === word);
}
