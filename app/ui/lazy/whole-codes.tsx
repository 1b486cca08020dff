import type { ReactNode } from "react";

/** A word with a hyphen or a slash, without the punctuation around it. */
const HYPHENATED = /([^\s,;:()«»„“]+[-/][^\s,;:()«»„“]+)/;

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
  // A split by a group has what the group has found at its odd places.
  const parts = text
    .replace(BEFORE_UNIT, "$1\u00a0")
    .split(HYPHENATED)
    .map((part, index) =>
      index % 2 === 1 && part.length <= LONGEST && /\d/.test(part) ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are told apart by their places only
        <span key={index} className="no-break">
          {part}
        </span>
      ) : (
        part
      ),
    );
  return parts.every((part) => typeof part === "string") ? [parts.join("")] : parts.filter((part) => part !== "");
}
