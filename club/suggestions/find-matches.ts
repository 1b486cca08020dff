/** What stands before a name and says only what kind of place it is; «пр-т» falls into two words. */
const KINDS = new Set("г город ул улица пр т кт проспект ш шоссе пер переулок б р бульвар д дом обл".split(" "));

/** A text as places are compared: small letters, е for ё, no signs and no words like «г.» and «ул.». */
export function simplify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ё", "е")
    .split(/[^a-zа-я0-9]+/)
    .filter((word) => word !== "" && !KINDS.has(word))
    .join(" ");
}

/** Whether every word of the query begins some word of the text. */
export function matches(text: string, query: string): boolean {
  const words = simplify(text).split(" ");
  return simplify(query)
    .split(" ")
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** The items that match, those whose text begins like the query first, at most `limit`. */
export function pick<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
  limit: number,
): Item[] {
  const beginning = simplify(query);
  const found = items.filter((item) => matches(textOf(item), query));
  const isFirst = (item: Item) => simplify(textOf(item)).startsWith(beginning);
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))].slice(0, limit);
}
