import { isUtf8 } from "node:buffer";

/** What Russian programs have saved texts in before Unicode, the most likely first. */
const ONE_BYTE_ENCODINGS = ["windows-1251", "ibm866", "koi8-r", "x-mac-cyrillic", "iso-8859-5"] as const;
const SAMPLE = 4096;
/** Bytes from the top in which the titles of columns are looked for. */
const HEAD = 20_000;

/** How many of a thousand letters of a Russian text are this one. */
const FREQUENT = new Map(
  [..."оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"].map((letter, index) => [
    letter,
    [
      109, 85, 80, 74, 67, 63, 55, 47, 45, 44, 35, 32, 30, 28, 26, 20, 19, 17, 17, 16, 16, 14, 12, 10, 9, 7, 6, 5, 4, 3,
      3,
    ][index] ?? 1,
  ]),
);
/** The signs of such a text that aren't letters. */
const SIGNS = "№«»–—…“”„’ °";
const FOREIGN_SIGN = -60;

export interface DecodedText {
  readonly text: string;
  /** Characters that couldn't be read, each of which is U+FFFD in the text. */
  readonly damaged: number;
}

/**
 * Decodes a text. Its encoding is that of the whole file, so that one damaged byte is one damaged character: UTF-8, UTF-16, or
 * the encoding of one byte a letter in which the text has the most titles and looks most like Russian.
 *
 * @param countTitles how many titles of columns a text begins with
 */
export function decodeText(content: Buffer, countTitles: (head: string) => number): DecodedText {
  const wide = findWideEncoding(content);
  if (wide) return decodeDamaged(content, wide);
  if (isUtf8(content)) return { text: new TextDecoder("utf-8").decode(content), damaged: 0 };
  const utf8 = decodeDamaged(content, "utf-8");
  const hasMark = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  // In a text of one byte a letter, Cyrillic letters of UTF-8 are rare and come by chance.
  if (hasMark || countMatches(utf8.text, /[А-яЁё]/g) > 2 * utf8.damaged) return utf8;
  return { text: new TextDecoder(findOneByteEncoding(content, countTitles)).decode(content), damaged: 0 };
}

/** UTF-16, by its mark or its bytes. */
export function findWideEncoding(content: Buffer): string | undefined {
  if (content[0] === 0xff && content[1] === 0xfe) return "utf-16le";
  if (content[0] === 0xfe && content[1] === 0xff) return "utf-16be";
  const sample = content.subarray(0, SAMPLE);
  // The upper bytes of Latin and Cyrillic letters. A text of one byte a letter has neither of them.
  const uppers = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0 || byte === 4) uppers[index % 2] = (uppers[index % 2] ?? 0) + 1;
  });
  const most = (sample.length / 2) * 0.9;
  if (sample.length < 8) return undefined;
  if ((uppers[1] ?? 0) >= most) return "utf-16le";
  return (uppers[0] ?? 0) >= most ? "utf-16be" : undefined;
}

function decodeDamaged(content: Buffer, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(content);
  return { text, damaged: countMatches(text, /\uFFFD/g) };
}

function findOneByteEncoding(content: Buffer, countTitles: (head: string) => number): string {
  const counts = new Array<number>(256).fill(0);
  for (const byte of content) counts[byte] = (counts[byte] ?? 0) + 1;
  const rated = ONE_BYTE_ENCODINGS.map((encoding) => {
    const decoder = new TextDecoder(encoding);
    const likeness = counts.reduce(
      (sum, count, byte) => (byte < 128 ? sum : sum + count * rate(decoder.decode(Uint8Array.of(byte)))),
      0,
    );
    return { encoding, titles: countTitles(decoder.decode(content.subarray(0, HEAD))), likeness };
  });
  rated.sort((one, other) => other.titles - one.titles || other.likeness - one.likeness);
  return rated[0]?.encoding ?? "windows-1251";
}

function rate(character: string): number {
  const frequency = FREQUENT.get(character.toLowerCase());
  if (frequency !== undefined) return frequency;
  return SIGNS.includes(character) ? 0 : FOREIGN_SIGN;
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  for (pattern.lastIndex = 0; pattern.test(text); ) count += 1;
  return count;
}
