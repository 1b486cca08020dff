/*
 * Texts that were typed, pasted or exported, in the form in which they are judged and stored. This file imports nothing, so
 * browser code may use it.
 */

/** Characters that a text in its plain form doesn't have. Most texts have none, and are given back as they are. */
const UNUSUAL = /[^\t\n\r -~«»А-яЁё№–—]/;
const HYPHENS = /[\u2010\u2011\uFE63\uFF0D]/g;
/** What nobody sees: marks of direction, zero-width and soft-hyphen characters, control characters but tab and line ends. */
const UNSEEN = /[\p{Cf}\p{Cc}]/gu;

/**
 * The text as people see it: composed letters (NFC), plain spaces and hyphens, none of the characters that nobody sees. It
 * isn't trimmed.
 */
export function normaliseText(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text
    .replace(/[\u0085\u2028\u2029]/g, "\n")
    .replace(UNSEEN, (mark) => (mark === "\t" || mark === "\n" || mark === "\r" ? mark : ""))
    .replace(/\p{Zs}/gu, " ")
    .replace(HYPHENS, "-")
    .normalize("NFC");
}

/** Cyrillic capitals, and the Latin ones that they look like, in the same order. */
const CYRILLIC = "АВЕКМНОРСТУХІЅЈ";
const LATIN = "ABEKMHOPCTYXISJ";

/** The form in which codes are the same that look the same: Latin capitals, hyphens, no spaces. */
export function foldLookAlikes(code: string): string {
  return normaliseText(code)
    .toUpperCase()
    .replace(/\s/g, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/[А-ЯІЅЈ]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter);
}
