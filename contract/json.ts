/*
 * JSON as the upstream writes it: numbers may have more digits than a number of JavaScript.
 */

/** Whether a text may have such a number. Other texts with 16 digits in a row match too. */
const MAYBE_LONG = /(?:^|[\s:,[])-?\d{16}/;
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;
/** Stands in front of the digits of such a number while the text is parsed. No control character may stand in JSON. */
const LONG = "\u0000";

/** Reads JSON. A whole number that a `number` can't hold exactly is a `bigint`. @throws SyntaxError */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text);
  // Only of valid JSON: in a text that isn't closed, looking for its end from each quote would take quadratic time.
  if (!MAYBE_LONG.test(text)) return parsed;
  const quoted = text.replace(TEXT_OR_NUMBER, (part) =>
    WHOLE.test(part) && !Number.isSafeInteger(Number(part)) ? `"\\u0000${part}"` : part,
  );
  return JSON.parse(quoted, (_, value) =>
    typeof value === "string" && value.startsWith(LONG) && WHOLE.test(value.slice(LONG.length))
      ? BigInt(value.slice(LONG.length))
      : value,
  );
}
