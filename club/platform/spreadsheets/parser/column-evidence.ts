import type { TableAnswers } from "../../../../contract/columns";
import {
  type DateMark,
  type DateOrder,
  NUMERIC_DATE,
  type OpenQuestion,
  orderDate,
  RUSSIAN_READING,
  type TableReading,
} from "../table-reading";

const DATE_MARKS = [".", "/", "-"] as const satisfies readonly DateMark[];
const COUNT_MARKS = [",", "."] as const;
/** A year of two digits isn't longer ago. */
const YEARS_BACK = 12;
/** Different texts that are remembered to be looked at once. */
const TEXTS_KNOWN = 10_000;

interface Example {
  readonly row: number;
  readonly example: string;
}

/** What the dates with one mark show of their order. */
interface DateSigns {
  /** How many can only be read in this order. */
  readonly only: Record<Exclude<DateOrder, "each">, number>;
  /** The first one that is one day with the day first, and another with the month first. */
  either?: Example;
}

interface MarkSigns {
  isThousands: boolean;
  isFraction: boolean;
  /** The first one that could be either. */
  either?: Example;
}

/** What the texts of a table's days and counts show of how all of them are read. */
export class ColumnEvidence {
  readonly #dates: Record<DateMark, DateSigns> = { ".": newDates(), "/": newDates(), "-": newDates() };
  readonly #counts: Record<string, MarkSigns> = { ",": newMark(), ".": newMark() };
  readonly #known = { day: new Set<string>(), count: new Set<string>() };
  readonly #year: number;

  constructor(year: number | undefined) {
    this.#year = year ?? new Date().getUTCFullYear();
  }

  add(kind: "day" | "count", row: number, text: string): void {
    const known = this.#known[kind];
    if (known.has(text)) return;
    if (known.size < TEXTS_KNOWN) known.add(text);
    if (kind === "day") this.#addDay(row, text);
    else this.#addCount(row, text);
  }

  /** How the texts are read, and what nobody but their author can know of it. */
  settle(answers: TableAnswers): { reading: TableReading; questions: OpenQuestion[] } {
    const questions: OpenQuestion[] = [];
    const ask = (name: OpenQuestion["name"], example: Example) =>
      questions.push({ ...example, name, isAnswered: answers[name] !== undefined });
    const dateOrders: Record<DateMark, DateOrder> = { ...RUSSIAN_READING.dateOrders };
    for (const mark of DATE_MARKS) {
      const order = settleDates(mark, this.#dates[mark]);
      if (typeof order !== "string") ask("date_order", order);
      dateOrders[mark] = typeof order === "string" ? order : (answers.date_order ?? "dmy");
    }
    const thousands = COUNT_MARKS.filter((mark) => {
      const isThousands = this.#settleCounts(mark);
      if (typeof isThousands === "boolean") return isThousands;
      ask("count_mark", isThousands);
      return answers.count_mark === "thousands";
    });
    return { reading: { dateOrders, thousands }, questions };
  }

  #addDay(row: number, text: string): void {
    const [, first = "", mark = ".", second = "", last = ""] = NUMERIC_DATE.exec(text) ?? [];
    if (first === "") return;
    const signs = this.#dates[mark as DateMark];
    const read = (order: Exclude<DateOrder, "each">) => {
      const date = orderDate([first, second, last], order);
      const isNear = last.length === 4 || (date && date.year >= this.#year - YEARS_BACK && date.year <= this.#year + 1);
      return date && isNear ? date : null;
    };
    const [dmy, mdy] = [read("dmy"), read("mdy")];
    if (dmy && mdy) {
      if (dmy.day !== mdy.day) signs.either ??= { row, example: text };
    } else if (dmy) signs.only.dmy += 1;
    else if (mdy) signs.only.mdy += 1;
    else if (read("ymd")) signs.only.ymd += 1;
  }

  #addCount(row: number, text: string): void {
    const bare = text.replace(/[\s'’]|шт\.?$/g, "").replace(/^[+\-−–]/, "");
    if (/^\d{4,}$/.test(bare)) {
      // Who groups thousands groups them here too.
      for (const mark of COUNT_MARKS) this.#markOf(mark).isFraction = true;
      return;
    }
    const both = /^\d{1,3}(?:([.,])\d{3})+([.,])\d+$/.exec(bare);
    if (both && both[1] !== both[2]) {
      this.#markOf(both[1]).isThousands = true;
      this.#markOf(both[2]).isFraction = true;
      return;
    }
    const [, whole = "", rest = ""] = /^(\d+)((?:[.,]\d*)+)$/.exec(bare) ?? [];
    if (rest === "") return;
    const sign = this.#markOf(rest.charAt(0));
    if (/^(?:[.,]\d{3}){2,}$/.test(rest)) sign.isThousands = true;
    else if (/^[.,]\d{3}$/.test(rest) && whole.length <= 3 && !whole.startsWith("0")) {
      sign.either ??= { row, example: text };
    } else sign.isFraction = true;
  }

  #markOf(mark: string | undefined): MarkSigns {
    return this.#counts[mark === "," ? "," : "."] ?? newMark();
  }

  #settleCounts(mark: string): boolean | Example {
    const { isThousands, isFraction, either } = this.#markOf(mark);
    const other = this.#markOf(mark === "," ? "." : ",");
    if (isThousands !== isFraction) return isThousands;
    if (!either) return isThousands;
    // A number has one mark before its fraction.
    if (!isThousands && other.isFraction && !other.isThousands && !other.either) return true;
    return either;
  }
}

function settleDates(mark: DateMark, { only, either }: DateSigns): DateOrder | Example {
  if (!either) {
    if (only.ymd > 0 && only.dmy + only.mdy === 0) return "ymd";
    if (only.mdy === 0 || (mark === "." && only.dmy > 0)) return "dmy";
    return only.dmy > 0 ? "each" : "mdy";
  }
  // With dots a day comes first everywhere where people write so. One that can't may be a slip of the finger.
  if (mark === ".") return only.mdy > 0 && only.dmy === 0 ? either : "dmy";
  if (only.dmy > 0 !== only.mdy > 0) return only.dmy > 0 ? "dmy" : "mdy";
  return either;
}

function newDates(): DateSigns {
  return { only: { dmy: 0, mdy: 0, ymd: 0 } };
}

function newMark(): MarkSigns {
  return { isThousands: false, isFraction: false };
}
