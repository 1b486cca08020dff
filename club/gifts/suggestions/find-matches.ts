/** Words that say what kind of place a name belongs to. Hyphens separate words, so «пр-т» is two of them. */
const PLACE_WORDS = new Set("г город ул улица пр т кт проспект ш шоссе пер переулок б р бульвар д дом обл".split(" "));

/** Normalizes a name for comparison: lower case, ё as е, without punctuation and words such as «г.» and «ул.». */
export function normalizePlace(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ё", "е")
    .split(/[^a-zа-я0-9]+/)
    .filter((word) => word !== "" && !PLACE_WORDS.has(word))
    .join(" ");
}

/** Tells whether every word of the query is the beginning of a word of the text. */
export function matchesQuery(text: string, query: string): boolean {
  const words = normalizePlace(text).split(" ");
  return normalizePlace(query)
    .split(" ")
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Finds at most `limit` items that match a query; those whose text begins with the query come first. */
export function findMatches<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
  limit: number,
): Item[] {
  const beginning = normalizePlace(query);
  const found = items.filter((item) => matchesQuery(textOf(item), query));
  const isFirst = (item: Item) => normalizePlace(textOf(item)).startsWith(beginning);
  return [...found.filter(isFirst), ...found.filter((item) => !isFirst(item))].slice(0, limit);
}
