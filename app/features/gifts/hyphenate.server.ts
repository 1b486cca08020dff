/** A word that may not fit on a line of a narrow tag. */
const LONG_WORD = /(?<![а-яё\u00ad])([а-яё]{11,})(?![а-яё\u00ad])/giu;

/** Where a Russian syllable ends: a vowel, at most one consonant after it or a sign, and the next syllable begins. */
const SYLLABLE_END = /(?:[аеёиоуыэюя][бвгджзклмнпрстфхцчшщ]?|[йьъ])(?=[бвгджзклмнпрстфхцчшщ][аеёиоуыэюя])/giu;

/** Puts a soft hyphen into each long Russian word, near its middle, for browsers that can't hyphenate by themselves. */
export function hyphenate(text: string): string {
  return text.replace(LONG_WORD, (word) => {
    const ends = [...word.matchAll(SYLLABLE_END)].map(({ 0: end, index }) => index + end.length);
    const distance = (end: number) => Math.abs(end - word.length / 2);
    const [best] = ends.toSorted((a, b) => distance(a) - distance(b));
    return best ? `${word.slice(0, best)}\u00ad${word.slice(best)}` : word;
  });
}
