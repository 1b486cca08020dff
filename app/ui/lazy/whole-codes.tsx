import type { ReactNode } from "react";

/** A word without the punctuation around it. */
const WORD = /([^\s,;:()«»„“]+)/;
/** A hyphen or a slash within a word. One pattern for both would take a time that is quadratic in the word's length. */
const HYPHEN = /.[-/]./;

/** The space of a count of pieces. */
const BEFORE_UNIT = /(\d) (?=шт\.)/g;

/** Longer ones may not fit on a line. */
const LONGEST = 24;

/** A text with codes of articles, such as «Фильтр масляный OF-1234-AB»: a code stays on one line, and so does «12 шт.». */
export function WholeCodes({ children }: { children: string }) {
  const parts = keepCodesWhole(children);
  // One element, so that a place that lays out its children has one.
  return parts.length > 1 ? <span>{parts}</span> : parts[0];
}

/** The code of an article. */
export function ArticleCode({ children }: { children: string }) {
  const parts = keepCodesWhole(children);
  const isWhole = parts.length === 1 && typeof parts[0] !== "string";
  return isWhole ? <code className="no-break">{children}</code> : <code>{parts}</code>;
}

/** The same as `WholeCodes` for a place in running text. */
export function keepCodesWhole(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let running = "";
  for (const word of text.replace(BEFORE_UNIT, "$1\u00a0").split(WORD)) {
    if (!isCode(word)) {
      running += word;
      continue;
    }
    if (running) parts.push(running);
    running = "";
    parts.push(
      <span key={parts.length} className="no-break">
        {word}
      </span>,
    );
  }
  return running || parts.length === 0 ? [...parts, running] : parts;
}

function isCode(word: string): boolean {
  return word.length <= LONGEST && HYPHEN.test(word) && /\d/.test(word);
}
