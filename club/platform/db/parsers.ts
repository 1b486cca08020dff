import pg from "pg";

type Parser = (value: string) => unknown;

const { builtins } = pg.types;
const TEXT_ARRAY: number = 1009;
const getStandardParser = pg.types.getTypeParser as (oid: number, format?: "text" | "binary") => Parser;
const parseTexts = getStandardParser(TEXT_ARRAY) as (value: string) => (string | null)[];
const parseNumbers: Parser = (value) => parseTexts(value).map((item) => (item === null ? null : parseNumber(item)));

/** @throws RangeError for a number that JavaScript would round: a wrong sum of points is worse than none */
function parseNumber(text: string): number {
  const number = Number(text);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) throw new RangeError("A number from the database is too large");
  return number;
}

/** Points, counts and ids stay below 2^53, so int8 and numeric become numbers. A date stays a text. */
const parsersByOid = new Map<number, Parser>([
  [builtins.INT8, parseNumber],
  [builtins.NUMERIC, parseNumber],
  [builtins.DATE, String],
  [1016, parseNumbers], // int8[]
  [1231, parseNumbers], // numeric[]
  [1182, parseTexts], // date[]
]);

/** The column parser of the club's connections: int8 and numeric as number, date as "YYYY-MM-DD", the rest as `pg` does. */
export function parseColumn(oid: number, format?: "text" | "binary"): Parser {
  return (format !== "binary" && parsersByOid.get(oid)) || getStandardParser(oid, format);
}
